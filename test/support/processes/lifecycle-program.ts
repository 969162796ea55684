import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

const source = new URL('../../../src/server/runtime/lifecycle.ts', import.meta.url);

/** How a process ended, with what it printed. */
export interface Ending {
  code: number | null;
  output: string;
  errors: string;
}

/** Runs programs in processes of their own that import `lifecycle.ts`, as plain JavaScript: a process starts in 50 ms. */
export class LifecyclePrograms {
  readonly #folder: string;
  readonly #children: ChildProcess[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(): Promise<LifecyclePrograms> {
    const folder = await mkdtemp(join(tmpdir(), 'docgraph-lifecycle-'));
    const options = { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } };
    const { outputText } = ts.transpileModule(await readFile(source, 'utf8'), options);
    await writeFile(join(folder, 'lifecycle.mjs'), outputText);
    return new LifecyclePrograms(folder);
  }

  /** Starts a program that has the exports of `lifecycle.ts` as `lifecycle`. */
  start(program: string): LifecycleProgram {
    const module = pathToFileURL(join(this.#folder, 'lifecycle.mjs'));
    const text = `import * as lifecycle from ${JSON.stringify(module)};\n${program}`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', text], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.push(child);
    return new LifecycleProgram(child);
  }

  async remove(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    await rm(this.#folder, { recursive: true });
  }
}

export class LifecycleProgram {
  readonly child: ChildProcess;
  readonly ending: Promise<Ending>;
  #output = '';
  #errors = '';

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text;
    });
    this.ending = once(child, 'close').then(([code]) => ({ code, output: this.#output, errors: this.#errors }));
  }

  /** Resolves when it has printed a text. */
  async prints(text: string): Promise<this> {
    while (!this.#output.includes(text)) await once(this.child.stdout as NonNullable<ChildProcess['stdout']>, 'data');
    return this;
  }

  /** Sends a signal once it has printed a text. */
  async signal(signal: NodeJS.Signals, text: string): Promise<this> {
    await this.prints(text);
    this.child.kill(signal);
    return this;
  }
}
