import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** A program of this folder in a process of its own. It prints something once it is ready, and goes on until its input ends. */
export class HelperProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Resolves when it is ready. `input` is a first line of its input. */
  static async start(program: string, args: readonly string[], input?: string): Promise<HelperProcess> {
    const command = ['--import', 'tsx', `test/support/attacks/${program}.ts`, ...args];
    const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] });
    if (input !== undefined) child.stdin.write(`${input}\n`);
    await once(child.stdout, 'data');
    return new HelperProcess(child);
  }

  /** Ends it, and resolves to what it prints in the end. */
  end(): Promise<string> {
    this.#child.stdin?.end();
    return text(this.#child.stdout as NonNullable<ChildProcess['stdout']>);
  }
}
