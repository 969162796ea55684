import { paintFor } from '../colors.ts';
import { printable } from '../table.ts';

/** Why a command ends without a result: lines for standard error, and the exit code. */
export class CommandFailure extends Error {
  readonly exitCode: 1 | 2;

  constructor(lines: string | readonly string[], exitCode: 1 | 2) {
    super([lines].flat().join('\n'));
    this.exitCode = exitCode;
  }
}

/** The command was used wrongly: exit code 2. */
export const usageError = (line: string) => new CommandFailure(line, 2);

/** The operation or the gateway failed: exit code 1. */
export const failure = (lines: string | readonly string[]) => new CommandFailure(lines, 1);

/** Runs a command, and sets the exit code of the process. A failure is printed without a stack. */
export function withExitCode<Args extends unknown[]>(run: (...args: Args) => Promise<void>) {
  return async (...args: Args): Promise<void> => {
    try {
      await run(...args);
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      const paint = paintFor(process.stderr);
      for (const line of error.message.split('\n')) process.stderr.write(`${paint('red', printable(line))}\n`);
      process.exitCode = error.exitCode;
    }
  };
}
