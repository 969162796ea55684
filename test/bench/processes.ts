import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

export interface StartOptions {
  /** The core that the process is bound to; undefined leaves it to the system. */
  core?: number | undefined;
  environment?: Record<string, string>;
  /** Opens a channel for messages. */
  ipc?: boolean;
  /** `pipe` gives what the process writes to stderr to the caller; it is shown otherwise. */
  stderr?: 'pipe' | 'inherit';
}

export interface Started {
  child: ChildProcess;
  /** Ends the process and resolves when it is gone. */
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/**
 * Starts Node on the arguments. What it writes to stdout, such as a log, goes to the null device. It gets none of the environment's
 * variables, which may hold settings.
 */
export function startNode(args: readonly string[], options: StartOptions): Started {
  return startProgram([process.execPath, ...args], options);
}

/** The same with another program: its path, and its arguments. */
export function startProgram(program: readonly string[], options: StartOptions): Started {
  const { core, environment, ipc, stderr = 'inherit' } = options;
  const [command = '', ...rest] = core === undefined ? program : ['taskset', '-c', String(core), ...program];
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', ...environment };
  const child = spawn(command, rest, { env, stdio: ['ignore', 'ignore', stderr, ...(ipc ? (['ipc'] as const) : [])] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const stop = async () => {
    if (!running.has(child)) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const impatient = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await gone;
    clearTimeout(impatient);
  };
  return { child, stop };
}

/** Sends a message, if there is one, and resolves to the process's next one. Rejects if the process ends before that. */
export function ask<Reply>(child: ChildProcess, message?: object): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`A process ended with code ${code} and no reply.`));
    child.once('exit', ended);
    child.once('message', (reply) => {
      child.off('exit', ended);
      resolve(reply as Reply);
    });
    if (message !== undefined) child.send(message);
  });
}

/** Two cores: one for the subject, one for the upstream and the load. Undefined where processes can't be bound to cores. */
export function twoCores(): { subject: number; load: number } | undefined {
  const [load, subject] = allowedCores();
  if (load === undefined || subject === undefined) return undefined;
  if (spawnSync('taskset', ['-acp', String(load), String(process.pid)]).status !== 0) return undefined;
  return { subject, load };
}

/** The cores that this process may use, as Linux lists them: `0-1,4`. */
function allowedCores(): number[] {
  if (process.platform !== 'linux') return [];
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
}
