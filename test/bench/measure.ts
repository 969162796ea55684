import type { Case } from './cases.ts';
import { cpuTime } from './limits.ts';
import { Load, tokens } from './load.ts';
import { expectedAnswer } from './reference.ts';
import { type Subject, type SubjectName, type SubjectOptions, startSubject } from './subjects.ts';
import type { UpstreamProcess } from './upstream-process.ts';
import { usageOf } from './usage.ts';

/** What one measurement found; times of requests in milliseconds. */
export interface Figures {
  /** CPU time of the subject's process for each request, in microseconds. */
  cpuUs: number;
  requestsPerSecond: number;
  p50: number;
  p99: number;
  rssMib: number;
  /** REST calls for each request. */
  calls: number;
  /** How long the upstream held an answer back, on average; 0 without a delay. */
  upstreamDelay: number;
}

/** One line of the result: the median of each figure over the rounds. */
export interface Row extends Figures {
  case: Case;
  tokens: number;
  subject: SubjectName;
}

/** How long to measure, in milliseconds of the subject's CPU time. */
export interface Pace {
  rounds: number;
  /** Warm-up of a fresh process, until its code is compiled. */
  firstWarmUpMs: number;
  /** Warm-up before each measurement. */
  warmUpMs: number;
  measureMs: number;
}

/** Measures the subjects in turns, each in a fresh process of its own. Rejects at any wrong answer. */
export async function measure(
  one: Case,
  tokenCount: number,
  names: readonly SubjectName[],
  { pace, upstream, options }: { pace: Pace; upstream: UpstreamProcess; options: SubjectOptions },
): Promise<Row[]> {
  const expected = await expectedAnswer(one);
  await upstream.reset(one.delayMs);
  const lanes = await Promise.all(names.map((name) => startLane(name, one, tokenCount, options)));
  try {
    for (const { load, subject } of lanes) {
      await load.check(expected).catch((error: Error) => {
        throw new Error(`${subject.name}, ${one.name}: ${error.message}`);
      });
      await load.run(cpuTime(subject.pid, pace.firstWarmUpMs));
    }
    for (let round = 0; round < pace.rounds; round++) {
      // Each round begins with another subject, so that none always runs behind the same neighbour.
      for (const lane of rotated(lanes, round)) lane.found.push(await measureOnce(lane, one, pace, upstream));
    }
  } finally {
    await Promise.all(lanes.map(stopLane));
  }
  return lanes.map(({ subject, found }) => ({
    case: one,
    tokens: tokenCount,
    subject: subject.name,
    ...median(found),
  }));
}

interface Lane {
  subject: Subject;
  load: Load;
  found: Figures[];
}

async function startLane(name: SubjectName, one: Case, tokenCount: number, options: SubjectOptions): Promise<Lane> {
  const subject = await startSubject(name, options);
  return { subject, load: new Load(subject.url, one, tokens(tokenCount)), found: [] };
}

async function stopLane({ subject, load }: Lane): Promise<void> {
  await load.close();
  await subject.stop();
}

async function measureOnce(
  { subject, load }: Lane,
  one: Case,
  { warmUpMs, measureMs }: Pace,
  upstream: UpstreamProcess,
): Promise<Figures> {
  await load.run(cpuTime(subject.pid, warmUpMs));
  await upstream.reset(one.delayMs);
  const before = usageOf(subject.pid);
  const { requests, seconds, latencies } = await load.run(cpuTime(subject.pid, measureMs));
  const after = usageOf(subject.pid);
  const { calls, refused, delayed } = await upstream.count();
  if (refused > 0) throw new Error(`${subject.name}, ${one.name}: ${refused} REST calls that the upstream refuses.`);
  const sent = Object.values(calls).reduce((sum, count) => sum + count, 0);
  return {
    cpuUs: (after.cpuUs - before.cpuUs) / requests,
    requestsPerSecond: requests / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    rssMib: after.rssBytes / 2 ** 20,
    calls: sent / requests,
    upstreamDelay: sent === 0 ? 0 : delayed / sent,
  };
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function median(found: readonly Figures[]): Figures {
  const of = (name: keyof Figures) => quantile(Float64Array.from(found, (figures) => figures[name]).sort(), 0.5);
  return {
    cpuUs: of('cpuUs'),
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p99: of('p99'),
    rssMib: of('rssMib'),
    calls: of('calls'),
    upstreamDelay: of('upstreamDelay'),
  };
}

function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
