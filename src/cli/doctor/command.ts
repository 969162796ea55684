import type { Key } from '../../engine/engine.ts';
import { endpoints, entities } from '../../resources/contract.ts';
import { createSchema } from '../../resources/schema.ts';
import {
  givenValue,
  type SettingSources,
  type Settings,
  SettingsError,
  settings,
  settingsFrom,
} from '../../server/settings/settings.ts';
import { upstreamRoute } from '../../server/upstream/upstream-route.ts';
import { paintFor } from '../colors.ts';
import { foundProblems, unable } from '../exit.ts';
import { indexGraph } from '../graph/graph-index.ts';
import { settingSources } from '../settings/sources.ts';
import type { Streams } from '../streams.ts';
import { type ExaminationResult, examine, type Progress } from './examination.ts';
import { type GraphRule, graphRule } from './graph-values.ts';
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
  maxBytes: number;
  /** Least share of the GETs that have to be checked, in percent. */
  minCoverage: number;
  json?: boolean;
}

/**
 * Reads through a REST service, and prints where it departs from the contract. Rejects where it departs, where too little of it could be
 * checked, and with a SettingsError.
 */
export async function runDoctor(flags: DoctorFlags, { stdout, stderr }: Streams = process): Promise<void> {
  const result = await examined(flags, new ProgressBar(stderr));
  const minimum = Math.ceil((result.operations * flags.minCoverage) / 100);
  const lines = flags.json
    ? [JSON.stringify({ ...result, minimum }, undefined, 2)]
    : reportLines(result, minimum, paintFor(stdout));
  stdout.write(`${lines.join('\n')}\n`);
  const missing = result.checked < minimum ? [tooFew(result, minimum)] : [];
  if (result.departures.length > 0) throw foundProblems(missing);
  if (missing.length > 0) throw unable(missing);
}

async function examined(flags: DoctorFlags, bar: ProgressBar): Promise<ExaminationResult> {
  const { upstream, organization, key, samples, maxCalls, concurrency, timeout, maxBytes } = flags;
  try {
    const sources = await settingSources();
    const token = tokenOf(flags, sources);
    const given = settingsWithoutToken(upstream, sources);
    return await examine(endpoints, Object.values(entities), {
      upstream,
      route: await upstreamRoute(upstream, given),
      token,
      headers: given.upstreamHeaders,
      organizations: organization,
      keys: key,
      ...{ samples, maxCalls, concurrency, timeoutMs: timeout, maxBytes },
      rule: await ruleOfGraph(),
      onProgress: (progress) => bar.show(progress),
    });
  } finally {
    bar.clear();
  }
}

/**
 * The settings by which `serve` reaches the service. They may be those of a gateway that has no token of its own: rules between the token and
 * other settings are not for the doctor.
 */
function settingsWithoutToken(upstream: URL, { environment, file }: SettingSources): Settings {
  return settingsFrom({
    flags: { upstreamUrl: upstream.href },
    environment: { ...environment, [settings.upstreamToken.name]: undefined },
    file: file && { ...file, values: { ...file.values, upstreamToken: null } },
  });
}

async function ruleOfGraph(): Promise<GraphRule> {
  const schema = createSchema();
  return graphRule(await indexGraph(schema, Object.values(entities)), schema);
}

function tooFew({ checked, operations }: ExaminationResult, minimum: number): string {
  return `Only ${checked} of ${operations} GETs could be checked: the minimum is ${minimum} (--min-coverage).`;
}

/** From the flag, or as `serve` reads it: it is in no list of processes then. */
function tokenOf(flags: DoctorFlags, sources: SettingSources): string {
  const token = flags.token ?? givenValue('upstreamToken', sources)?.text ?? '';
  const parsed = settings.upstreamToken.schema.safeParse(token);
  if (parsed.success) return parsed.data;
  const message =
    token === '' ? 'Set UPSTREAM_TOKEN, or pass --token.' : 'The token has characters that no header can hold.';
  throw new SettingsError([message]);
}

const barWidth = 24;

/** A line on a terminal that shows how far the examination is; nothing anywhere else, nor where no line can be replaced. */
export class ProgressBar {
  readonly #output: Streams['stderr'] | undefined;

  constructor(output: Streams['stderr'], { TERM }: NodeJS.ProcessEnv = process.env) {
    this.#output = output.isTTY === true && TERM !== 'dumb' ? output : undefined;
  }

  show({ calls, done, operations }: Progress): void {
    const filled = operations === 0 ? 0 : Math.floor((done / operations) * barWidth);
    const bar = '#'.repeat(filled).padEnd(barWidth, '-');
    this.#draw(`[${bar}] ${done} of ${operations} operations, ${calls} calls`);
  }

  clear(): void {
    this.#draw('');
  }

  /** Replaces the line. A longer one than the terminal's could not be replaced. */
  #draw(line: string): void {
    const { columns = 80 } = this.#output ?? {};
    this.#output?.write(`\r\u001b[K${line.slice(0, columns - 1)}`);
  }
}
