import { type CheckFlags, check as runCheck } from '../../../src/cli/check/command.ts';
import { exitCodeOf } from '../../../src/cli/exit.ts';
import { recordStreams } from './recorded-streams.ts';

/** Runs the check in this process. */
export async function check(args: Partial<CheckFlags> & { path: string }, environment: Record<string, string> = {}) {
  const { path, ...flags } = args;
  const streams = recordStreams();
  const exitCode = await exitCodeOf(
    () => runCheck(path, { pageSize: 25, ...flags }, { environment }, streams),
    streams,
  );
  return { exitCode, text: streams.written.stdout + streams.written.stderr };
}

/** Its report. */
export async function jsonOf(args: Partial<CheckFlags> & { path: string }) {
  const { exitCode, text } = await check({ ...args, json: true });
  return { exitCode, report: JSON.parse(text) };
}
