import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { build } from 'vite';
import { expect } from 'vitest';

/** The command as it runs. */
export interface Running {
  child: ChildProcess;
  /** What was printed to the terminal before it was ready: not the log. */
  lines: string[];
  /** The lines of its log so far. */
  log(): LogLine[];
  /** What was printed so far beside the log. */
  printed(): string[];
  exit: Promise<{ code: number | null; signal: string | null }>;
  stderr: Promise<string>;
}

export interface LogLine {
  pid: number;
  msg: string;
  [name: string]: unknown;
}

const groups: number[] = [];

/** Ends what a failed test has left behind. */
export function killRemaining(): void {
  for (const group of groups.filter(isGroupAlive)) process.kill(-group, 'SIGKILL');
}

/** Whether any process of a group is left. */
export const isGroupAlive = (group: number) => isAlive(-group);

/** Whether a process is left. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(10);
}

/** The command, as Node runs it with these arguments first. */
export function commandOf(...program: string[]) {
  /** Starts it, in a process group of its own. */
  function start(args: string[], environment: Record<string, string> = {}) {
    const { NODE_ENV: _, ...inherited } = process.env;
    const child = spawn(process.execPath, [...program, ...args], {
      env: { ...inherited, PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    groups.push(child.pid as number);
    const exit = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
    return { child, exit, stderr: text(child.stderr) };
  }

  /** Starts it and waits for the line that it prints last. */
  async function running(args: string[], environment: Record<string, string>, last: RegExp): Promise<Running> {
    const { child, exit, stderr } = start(args, environment);
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        output += chunk;
        if (last.test(output)) resolve();
      });
      exit.then(() => stderr).then(reject);
    });
    const wholeLines = () => output.split('\n').slice(0, -1);
    const log = () => wholeLines().flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as LogLine] : []));
    const printed = () => wholeLines().filter((line) => line !== '' && !line.startsWith('{'));
    return { child, lines: printed(), log, printed, exit, stderr };
  }

  return {
    running,
    /** Runs `docgraph serve` and waits until it serves. */
    serve: (environment: Record<string, string> = {}, ...flags: string[]) =>
      running(['serve', ...flags], environment, /^curl .*\n/m),
    /** What is printed by a start that must fail, and leave nothing behind. */
    failure: async (args: string[], environment: Record<string, string> = {}) => {
      const { child, exit, stderr } = start(args, environment);
      const { code } = await exit;
      const lines = (await stderr).trim().split('\n');
      await until(() => !isGroupAlive(child.pid as number));
      return { code, lines };
    },
  };
}

/** Builds the command as `npm run build` does: several processes of it start much sooner than from the sources. */
export async function buildCommand() {
  await mkdir('node_modules/.cache', { recursive: true });
  // Inside the package, where it finds the package's files.
  const outDir = await mkdtemp('node_modules/.cache/docgraph-');
  await build({ configFile: 'vite.config.ts', logLevel: 'warn', build: { outDir } });
  const remove = () => rm(outDir, { recursive: true });
  return { ...commandOf(`${outDir}/cli.js`), remove };
}

/** An address by the name that it is printed with. */
export const urlIn = (lines: string[], name: string) =>
  lines.find((line) => line.startsWith(name))?.replace(/^\S+\s+/, '') ?? `no ${name}`;

/** Stops the command by a signal, and waits until no process of it is left. */
export async function stop({ child, exit }: Pick<Running, 'child' | 'exit'>, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal);
  expect(await exit).toEqual({ code: 0, signal: null });
  // The compiler that tsx runs beside it ends when its input does.
  await until(() => !isGroupAlive(child.pid as number));
}

/** Runs a line of shell, and parses what it prints. */
export async function shell(command: string) {
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  return JSON.parse(stdout);
}

/** Waits until nobody listens at an address any more. */
export async function refusesConnections(url: string): Promise<void> {
  const isTaken = async () => {
    try {
      // A connection that was taken in the moment of closing may wait for the end of the process.
      return Boolean(await fetch(url, { signal: AbortSignal.timeout(500) }));
    } catch (error) {
      return error instanceof DOMException;
    }
  };
  while (await isTaken()) await setTimeout(10);
}
