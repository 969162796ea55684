import type { CommanderError } from 'commander';
import { listenProblem } from '../server/runtime/lifecycle.ts';

/** Prints one line for each mistake, and exits with code 1. */
export function exitWith(lines: readonly string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}

/** Resolves when `listen` has; exits with one line if it fails. `setting` names what sets the port. */
export async function listenOrExit<Listening>(setting: string, listen: () => Promise<Listening>): Promise<Listening> {
  try {
    return await listen();
  } catch (error) {
    return exitWith([listenProblem(error, setting)]);
  }
}

/** Ends a command whose other exit codes tell its result: with 2 for a usage error, with 0 for its help. */
export function exitWithUsageError({ exitCode }: CommanderError): never {
  process.exit(exitCode === 0 ? 0 : 2);
}
