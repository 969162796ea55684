import type { Key } from '../../engine/contract/entity.ts';
import { entities, operations } from '../../resources/contract.ts';
import { upstreamSettings } from '../../server/settings/upstream.ts';
import { paintFor } from '../colors.ts';
import type { Streams } from '../streams.ts';
import { ConnectionError, examine } from './examination.ts';
import { ProgressBar } from './progress-bar.ts';
import { reportLines } from './report.ts';

export interface DoctorFlags {
  upstream: URL;
  token?: string;
  organization: string[];
  key: Key[];
  samples: number;
  maxCalls: number;
  concurrency: number;
  /** In milliseconds. */
  timeout: number;
  json?: boolean;
}

/**
 * Reads through a REST service, and prints where it departs from the contract. Resolves to the exit code: 1 if it does, 2
 * if it cannot be reached.
 */
export async function runDoctor(flags: DoctorFlags, { stdout, stderr }: Streams = process): Promise<number> {
  const { upstream, organization, key, samples, maxCalls, concurrency, timeout, json = false } = flags;
  const bar = new ProgressBar(stderr);
  try {
    const result = await examine(operations, Object.values(entities), {
      upstream,
      token: tokenOf(flags),
      organizations: organization,
      keys: key,
      ...{ samples, maxCalls, concurrency, timeoutMs: timeout },
      onProgress: (progress) => bar.show(progress),
    });
    bar.clear();
    const lines = json ? [JSON.stringify(result, undefined, 2)] : reportLines(result, paintFor(stdout));
    stdout.write(`${lines.join('\n')}\n`);
    return result.departures.length > 0 ? 1 : 0;
  } catch (error) {
    bar.clear();
    if (!(error instanceof ConnectionError)) throw error;
    stderr.write(`${error.message}\n`);
    return 2;
  }
}

/** From the flag, or from the environment, where it is in no list of processes. */
function tokenOf({ token = process.env.UPSTREAM_TOKEN ?? '' }: DoctorFlags): string {
  const parsed = upstreamSettings.upstreamToken.schema.safeParse(token);
  if (parsed.success) return parsed.data;
  const message =
    token === '' ? 'Set UPSTREAM_TOKEN, or pass --token.' : 'The token has characters that no header can hold.';
  throw new ConnectionError(message);
}
