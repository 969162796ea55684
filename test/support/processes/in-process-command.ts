import { Command } from 'commander';
import { vi } from 'vitest';
import { addOperationCommands } from '../../../src/cli/operations/commands.ts';

/**
 * Runs one of the commands for operations in the process of the test, with the arguments and the environment that a process of its own
 * would have; resolves to what that one would print, and to its exit code. One at a time: it takes the streams of this process.
 */
export async function runInProcess(args: readonly string[], environment: Record<string, string | undefined>) {
  const written = { stdout: '', stderr: '' };
  const before = process.exitCode;
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      written[name] += String(chunk);
      return true;
    }),
  );
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  try {
    const program = new Command('docgraph').exitOverride();
    addOperationCommands(program);
    await program.parseAsync([...args], { from: 'user' });
    return { ...written, code: process.exitCode };
  } finally {
    process.exitCode = before;
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  }
}
