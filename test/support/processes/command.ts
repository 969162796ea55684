import { type ChildProcess, type ChildProcessByStdio, execFile, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, inject } from 'vitest';

/** A running command. */
export interface Running {
  child: ChildProcess;
  /** The printed lines until it was ready, without log lines. */
  lines: string[];
  /** Its log lines so far. */
  log(): LogLine[];
  /** Its other printed lines so far. */
  printed(): string[];
  exit: Promise<{ code: number | null; signal: string | null }>;
  /** All that it has written to each stream when it ends. */
  stdout: Promise<string>;
  stderr: Promise<string>;
}

export interface LogLine {
  pid: number;
  msg: string;
  [name: string]: unknown;
}

const groups: number[] = [];

/** Kills all process groups that failed tests have left running. */
export function killRemaining(): void {
  for (const group of groups.filter(isGroupAlive)) process.kill(-group, 'SIGKILL');
}

/** Whether any process of a group is running. */
export const isGroupAlive = (group: number) => isAlive(-group);

/** Whether a process is running. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits until a condition is true. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(10);
}

/** The command that Node runs with these first arguments. */
export function commandOf(...program: string[]) {
  /** Starts it in its own process group, with these streams. */
  function spawnWith(args: string[], environment: Record<string, string>, stdio: StdioOptions): ChildProcess {
    const { NODE_ENV: _, ...inherited } = process.env;
    const env = { ...inherited, PORT: '0', ...environment };
    const child = spawn(process.execPath, [...program, ...args], { env, stdio, detached: true });
    groups.push(child.pid as number);
    return child;
  }

  /** Starts it in its own process group. */
  function start(args: string[], environment: Record<string, string> = {}) {
    const child = spawnWith(args, environment, ['ignore', 'pipe', 'pipe']) as ChildProcessByStdio<
      null,
      Readable,
      Readable
    >;
    const exit = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
    return { child, exit, stdout: text(child.stdout), stderr: text(child.stderr) };
  }

  /** Starts it and waits for the last line of its banner. */
  async function running(args: string[], environment: Record<string, string>, last: RegExp): Promise<Running> {
    const { child, exit, stdout, stderr } = start(args, environment);
    const outputs = ['', ''];
    await new Promise<void>((resolve, reject) => {
      for (const [i, stream] of [child.stdout, child.stderr].entries()) {
        stream?.on('data', (chunk: Buffer) => {
          outputs[i] += chunk.toString();
          if (last.test(outputs[i] as string)) resolve();
        });
      }
      exit.then(() => stderr).then(reject);
    });
    const wholeLines = () => outputs.flatMap((output) => output.split('\n').slice(0, -1));
    const log = () => wholeLines().flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as LogLine] : []));
    const printed = () => wholeLines().filter((line) => line !== '' && !line.startsWith('{'));
    return { child, lines: printed(), log, printed, exit, stdout, stderr };
  }

  return {
    spawn: spawnWith,
    start,
    running,
    /** Runs `docgraph serve` and waits until it is ready. */
    serve: (environment: Record<string, string> = {}, ...flags: string[]) =>
      running(['serve', ...flags], environment, /^curl .*\n/m),
    /** Runs a command that must fail without leaving a process; resolves to its exit code and error lines. */
    failure: async (args: string[], environment: Record<string, string> = {}) => {
      const { child, exit, stderr } = start(args, environment);
      const { code } = await exit;
      const lines = (await stderr).trim().split('\n');
      await until(() => !isGroupAlive(child.pid as number));
      return { code, lines };
    },
  };
}

/** The command that is built for all tests: it starts much faster than its sources. */
export function builtCommand() {
  const path = inject('cli');
  return { ...commandOf(path), path };
}

/** The URL that is printed under a name. */
export const urlIn = (lines: string[], name: string) =>
  lines.find((line) => line.startsWith(name))?.replace(/^\S+\s+/, '') ?? `no ${name}`;

/** Stops the command with a signal, and waits until none of its processes is running. */
export async function stop({ child, exit }: Pick<Running, 'child' | 'exit'>, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal);
  expect(await exit).toEqual({ code: 0, signal: null });
  // The compiler process of tsx exits when its input ends.
  await until(() => !isGroupAlive(child.pid as number));
}

/** Runs a shell command and parses its output as JSON. */
export async function shell(command: string) {
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  return JSON.parse(stdout);
}

/** Waits until a URL refuses connections. */
export async function refusesConnections(url: string): Promise<void> {
  const isListening = async () => {
    try {
      // A connection that was accepted while the server closed may stay open until the process exits.
      return Boolean(await fetch(url, { signal: AbortSignal.timeout(500) }));
    } catch (error) {
      return error instanceof DOMException;
    }
  };
  while (await isListening()) await setTimeout(10);
}
