import { type ChildProcess, spawn } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { text } from 'node:stream/consumers';

/**
 * A program of this folder in a process of its own. It prints a line once it is ready, and goes on until its input ends. Some programs
 * answer each line of their input with one of their own.
 */
export class HelperProcess {
  readonly #child: ChildProcess;
  readonly #exit = new AbortController();

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.once('exit', () => this.#exit.abort());
    child.stdin?.on('error', () => {});
  }

  /** Resolves when it is ready. */
  static async start(program: string, args: readonly string[]): Promise<HelperProcess> {
    const command = ['--import', 'tsx', `test/support/attacks/${program}.ts`, ...args];
    const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    return new HelperProcess(child);
  }

  /** Sends a line, and resolves to what it answers. */
  async ask(line: string): Promise<string> {
    const { stdin, stdout } = this.#child;
    stdin?.write(`${line}\n`);
    let answer = '';
    while (!answer.endsWith('\n')) {
      const [chunk] = await once(stdout as EventEmitter, 'data', { signal: this.#exit.signal });
      answer += chunk;
    }
    return answer;
  }

  /** Ends it, and resolves to what it prints in the end. */
  end(): Promise<string> {
    this.#child.stdin?.end();
    return text(this.#child.stdout as NonNullable<ChildProcess['stdout']>);
  }
}
