import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { inject } from 'vitest';
import { usageOf } from '../../bench/usage.ts';
import { shippedFlags } from './shipped-flags.ts';

/** Settings by name; `NODE_FLAGS` contains flags for Node after those of `npm start`, separated by spaces, and `DESCRIPTORS` is the number that it may open. */
export type Environment = Readonly<Record<string, string>>;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** `docgraph serve` in a process of its own, whose CPU time, memory and exit are visible from outside. */
export class GatewayProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #output: string[];

  private constructor(url: string, child: ChildProcess, output: string[]) {
    this.url = url;
    this.#child = child;
    this.#output = output;
  }

  /** Starts it, and resolves when it listens. */
  static async start({ NODE_FLAGS = '', DESCRIPTORS, ...environment }: Environment): Promise<GatewayProcess> {
    const { NODE_ENV: _, ...inherited } = process.env;
    const flags = NODE_FLAGS.split(' ').filter((flag) => flag !== '');
    const command = [process.execPath, ...shippedFlags, ...flags, inject('cli'), 'serve'];
    const limit = DESCRIPTORS === undefined ? 'true' : `ulimit -n ${DESCRIPTORS}`;
    const child = spawn('sh', ['-c', `${limit} && exec "$@"`, 'sh', ...command], {
      env: { ...inherited, PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    const output: string[] = [];
    const url = await new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output.push(chunk.toString());
          const found = /^GraphQL +(http\S+)\/graphql\n/m.exec(output.length < 100 ? output.join('') : '')?.[1];
          if (found !== undefined) resolve(found);
        });
      }
      child.once('exit', (code) => reject(new Error(`The gateway ended with code ${code}: ${output.join('')}`)));
    });
    return new GatewayProcess(url, child, output);
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  /** Its exit code or signal; undefined while it runs. */
  get ended(): number | string | undefined {
    return this.#child.exitCode ?? this.#child.signalCode ?? undefined;
  }

  /** All that it has printed so far. */
  get printed(): string {
    return this.#output.join('');
  }

  /** CPU time so far, in milliseconds. */
  get cpuMs(): number {
    return usageOf(this.pid).cpuUs / 1000;
  }

  get rssBytes(): number {
    return usageOf(this.pid).rssBytes;
  }

  /** Highest resident memory since `resetPeak`, in bytes. */
  get peakBytes(): number {
    return 1024 * Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1]);
  }

  resetPeak(): void {
    writeFileSync(`/proc/${this.pid}/clear_refs`, '5');
  }

  /** Stops its event loop for a time, in milliseconds, as a long garbage collection or a busy machine does. */
  async stall(ms: number): Promise<void> {
    this.#child.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.#child.kill('SIGCONT');
  }

  /** The ids of its workers. */
  get workers(): number[] {
    const children = readFileSync(`/proc/${this.pid}/task/${this.pid}/children`, 'utf8');
    return children.split(' ').filter(Boolean).map(Number);
  }

  /** Stops it in order, with its workers. */
  async stop(): Promise<void> {
    if (this.ended !== undefined) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exited;
  }

  /** Ends it at once. */
  async kill(): Promise<void> {
    if (this.ended !== undefined) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }
}
