import { setImmediate } from 'node:timers/promises';
import { CommanderError } from 'commander';
import { TrustedDocumentsError } from '../server/admission/trusted-documents/errors.ts';
import { ignoreOutputErrors, listenProblem } from '../server/runtime/lifecycle.ts';
import { SettingsError } from '../server/settings/settings.ts';
import { paintFor } from './colors.ts';
import type { Streams } from './streams.ts';
import { printable } from './table.ts';
import { unlessStuck } from './unless-stuck.ts';

/**
 * The exit codes of all commands. `found`: the command did its work, and found errors, problems, departures or differences.
 * `usage`: an option, a setting or a given file is invalid. `unable`: the command could not do its work, such as for a service
 * that does not respond or a port that is taken.
 */
export const exitCodes = { success: 0, found: 1, usage: 2, unable: 3 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit codes, as the help of a command states them. */
export const exitCodesHelp =
  '\nExit codes: 0 success, 1 errors or problems were found, 2 wrong usage or settings, 3 it could not be done.\n';

/** Why a command ends without success: lines for standard error, which may be none, and the exit code. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(lines: string | readonly string[], exitCode: ExitCode) {
    super([lines].flat().join('\n'));
    this.exitCode = exitCode;
  }
}

/** The command was used wrongly. */
export const usageError = (lines: string | readonly string[]) => new CommandFailure(lines, exitCodes.usage);

/** The command did its work, and what it found is not good. */
export const foundProblems = (lines: string | readonly string[]) => new CommandFailure(lines, exitCodes.found);

/** The command could not do its work. */
export const unable = (lines: string | readonly string[]) => new CommandFailure(lines, exitCodes.unable);

/** The action of a command: runs it, and sets the exit code of the process. */
export function withExitCode<Args extends unknown[]>(run: (...args: Args) => Promise<void>) {
  return async (...args: Args): Promise<void> => {
    process.exitCode = await exitCodeOf(() => run(...args));
  };
}

/** Ends a process that has an exit code, also where a configuration module has left a timer open. Other commands go on. */
export async function endProcess(): Promise<void> {
  if (process.exitCode === undefined) return;
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit();
}

/** Resolves when a stream has written what it has, or has reported that it cannot. */
async function flushed(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength > 0) await new Promise<void>((resolve) => stream.write('', () => resolve()));
  await setImmediate();
}

/**
 * The action of a command that goes on until it is stopped, whatever becomes of its output: if it fails to start, what it has begun
 * ends, too.
 */
export function untilStopped<Args extends unknown[]>(run: (...args: Args) => Promise<void>) {
  return async (...args: Args): Promise<void> => {
    process.stdout.off('error', failOnOutput);
    const exitCode = await exitCodeOf(() => run(...args));
    if (exitCode !== exitCodes.success) process.exit(exitCode);
  };
}

/** Runs a command, and resolves to its exit code. A failure is printed without a stack. Rejects with other errors. */
export async function exitCodeOf(
  run: () => Promise<void>,
  { stderr }: Pick<Streams, 'stderr'> = process,
): Promise<ExitCode> {
  try {
    await unlessStuck(run, () => unable('The command waits for something that never happens.'));
    return exitCodes.success;
  } catch (error) {
    const { message, exitCode } = failureOf(error);
    const paint = paintFor(stderr);
    const lines = message === '' ? [] : message.split('\n');
    for (const line of lines) stderr.write(`${paint('red', printable(line))}\n`);
    return exitCode;
  }
}

/** Invalid settings, and documents that cannot be trusted, are wrong usage. Throws other errors. */
function failureOf(error: unknown): CommandFailure {
  if (error instanceof SettingsError || error instanceof TrustedDocumentsError) return usageError(error.lines);
  if (error instanceof CommandFailure) return error;
  throw error;
}

/** Resolves when `listen` has. Rejects with a CommandFailure of one line if it fails. `setting` names what sets the port. */
export async function listening<Listening>(setting: string, listen: () => Promise<Listening>): Promise<Listening> {
  try {
    return await listen();
  } catch (error) {
    throw error instanceof SettingsError ? error : unable(listenProblem(error, setting));
  }
}

/** From now on, the command ends with `unable` if its output cannot be written. */
export function watchOutput(): void {
  ignoreOutputErrors();
  process.stdout.on('error', failOnOutput);
}

/** A reader that has closed its pipe needs no more. */
function failOnOutput({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return;
  process.stdout.off('error', failOnOutput);
  console.error(`The output cannot be written: ${message}.`);
  process.once('exit', () => {
    process.exitCode = exitCodes.unable;
  });
}

/**
 * Ends the command after an error: of commander, which has printed it, or the help, of an option, or one that no part of the command
 * expects, which is no result of its work.
 */
export async function endWith(error: unknown): Promise<void> {
  if (error instanceof CommandFailure) {
    process.exitCode = await exitCodeOf(() => Promise.reject(error));
    return;
  }
  if (!(error instanceof CommanderError)) {
    console.error(error);
    process.exit(exitCodes.unable);
  }
  process.exitCode = error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
}
