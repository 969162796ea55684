import { type Case, type CaseName, cases } from './cases.ts';
import { type Figures, median, type Row } from './figures.ts';
import { cpuTime } from './limits.ts';
import { Load, maxClients, tokens } from './load.ts';
import { expectedAnswer } from './reference.ts';
import { figuresOf, measureSlice, type Slice } from './slices.ts';
import { type Subject, type SubjectName, type SubjectOptions, startSubjects } from './subjects.ts';
import type { UpstreamProcess } from './upstream-process.ts';

/** A case, and how many different tokens its clients bring. */
export interface Pair {
  name: CaseName;
  tokens: number;
}

/** How long to measure, in milliseconds of the subject's CPU time. */
export interface Pace {
  /** How many times the servers are started anew: how V8 compiles the same code differs from process to process. */
  launches: number;
  /** Measurements for each launch. */
  rounds: number;
  /** Turns of each server in a round: what disturbs the machine meanwhile then disturbs all of them. */
  slices: number;
  sliceMs: number;
  /** In a fresh process, until its code is compiled. */
  firstWarmUpMs: number;
  /** A slice lasts longer if a client would send fewer requests, on average. */
  minRequests: number;
}

/** For pairs of settings of the gateway: the speed of a machine changes less between short measurements. */
export const pairPace: Pace = { launches: 4, rounds: 150, slices: 1, sliceMs: 50, firstWarmUpMs: 4000, minRequests: 1 };

export interface Bench {
  pace: Pace;
  upstream: UpstreamProcess;
  subjects: SubjectOptions;
}

/** What was measured of a case with a subject. */
interface Measurement {
  case: Case;
  tokens: number;
  subject: SubjectName;
  found: Figures[];
}

/** Measures the pairs one after the other, in as many processes of each subject as there are launches. Rejects at any wrong answer. */
export async function measure(pairs: readonly Pair[], names: readonly SubjectName[], bench: Bench): Promise<Row[]> {
  const launches: Measurement[][] = [];
  for (let launch = 0; launch < bench.pace.launches; launch++) {
    // Each launch begins with another subject.
    launches.push(await measureProcesses(pairs, rotated(names, launch), bench));
  }
  const [first = []] = launches;
  return first.map(({ found: _, ...one }) => {
    const found = launches.flat().flatMap((other) => (isSame(one, other) ? other.found : []));
    return { ...one, ...median(found), cpuUsOfRounds: found.map(({ cpuUs }) => cpuUs) };
  });
}

function isSame(one: Omit<Measurement, 'found'>, other: Measurement): boolean {
  return one.case === other.case && one.tokens === other.tokens && one.subject === other.subject;
}

/** Measures the pairs one after the other in the same processes, one for each subject. */
async function measureProcesses(
  pairs: readonly Pair[],
  names: readonly SubjectName[],
  bench: Bench,
): Promise<Measurement[]> {
  const subjects = await startSubjects(names, bench.subjects);
  try {
    const measurements: Measurement[] = [];
    for (const [i, pair] of pairs.entries()) {
      // The servers' common code is warm already when the second pair begins.
      const warmUpMs = i === 0 ? bench.pace.firstWarmUpMs : bench.pace.firstWarmUpMs / 5;
      measurements.push(...(await measurePair(pair, subjects, bench, warmUpMs)));
    }
    return measurements;
  } finally {
    await Promise.all(subjects.map((subject) => subject.stop()));
  }
}

/** The subjects that are docgraph. */
const gateways: ReadonlySet<SubjectName> = new Set([
  'docgraph',
  'baseline',
  'unlimited',
  'observed',
  'sampled',
  'silent',
  'kept',
  'keptCalls',
  'unhit',
]);

interface Measured {
  subject: Subject;
  load: Load;
  found: Figures[];
}

async function measurePair(
  { name, tokens: count }: Pair,
  subjects: readonly Subject[],
  bench: Bench,
  warmUpMs: number,
): Promise<Measurement[]> {
  const one = cases[name];
  // Only a gateway is known to accept every transport.
  const able = subjects.filter(({ name }) => one.transport === 'post' || gateways.has(name));
  const measured: Measured[] = able.map((subject) => ({
    subject,
    load: new Load(subject.url, one, tokens(count)),
    found: [],
  }));
  for (const each of measured) await prepare(each, one, bench.upstream, warmUpMs);
  for (let round = 0; round < bench.pace.rounds; round++) await measureRound(measured, one, bench);
  await Promise.all(measured.map(({ load }) => load.close()));
  return measured.map(({ subject, found }) => ({ case: one, tokens: count, subject: subject.name, found }));
}

/** Checks the subject's answer, and runs it warm: at full load, whatever the case itself asks for. */
async function prepare(
  { subject, load }: Measured,
  one: Case,
  upstream: UpstreamProcess,
  warmUpMs: number,
): Promise<void> {
  await upstream.reset(0);
  try {
    await load.check(await expectedAnswer(one));
  } catch (error) {
    throw new Error(`${subject.name}, ${one.name}: a wrong answer.`, { cause: error });
  }
  await load.run(cpuTime(subject.pid, warmUpMs), maxClients);
}

async function measureRound(measured: readonly Measured[], one: Case, { pace, upstream }: Bench): Promise<void> {
  const slices = new Map<Measured, Slice[]>(measured.map((each) => [each, []]));
  for (let i = 0; i < pace.slices; i++) {
    // In an order by chance: what recurs, such as a collection of all garbage, would else fall on the same subject for long.
    for (const each of shuffled(measured)) {
      slices.get(each)?.push(await measureSlice(each.subject, each.load, one, pace, upstream));
    }
  }
  for (const [{ found }, ofRound] of slices) found.push(figuresOf(ofRound));
}

function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const order = items.map((item) => ({ item, at: Math.random() }));
  return order.sort((one, other) => one.at - other.at).map(({ item }) => item);
}
