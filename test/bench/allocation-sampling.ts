import { fileURLToPath } from 'node:url';
import { type Case, type CaseName, cases } from './cases.ts';
import { medianOf } from './figures.ts';
import { type Allocations, byFunction } from './function-names.ts';
import type { FunctionBytes, HeapOrder } from './heap-profiler.ts';
import { requests } from './limits.ts';
import { Load, tokens } from './load.ts';
import { ask } from './processes.ts';
import { expectedAnswer } from './reference.ts';
import { type Subject, type SubjectName, type SubjectOptions, startSubject } from './subjects.ts';

/** The cases, with their requests until V8 has optimised the code, and in a round: at least 100 MB, which are 12,000 samples. */
const requestsOf = {
  single: { warmUp: 9000, round: 3500 },
  small: { warmUp: 8000, round: 2600 },
  medium: { warmUp: 4000, round: 700 },
  full: { warmUp: 600, round: 80 },
  list: { warmUp: 150, round: 24 },
  mutation: { warmUp: 3000, round: 1600 },
  first: { warmUp: 2500, round: 500 },
} as const satisfies Partial<Record<CaseName, { warmUp: number; round: number }>>;

export type AllocationCase = keyof typeof requestsOf;
export const allocationCases = Object.keys(requestsOf) as AllocationCase[];

const rounds = 5;
const clients = 8;

/** Bytes that a gateway allocates for each request of a case: the median of several rounds in a new process. */
export async function allocatedBytes(
  name: AllocationCase,
  subject: SubjectName,
  options: SubjectOptions,
): Promise<number> {
  return medianOf((await sample(name, subject, options)).map(({ bytes }) => bytes));
}

/** Bytes that each function allocates for each request. V8 inlines none: what an inlined one allocates would be its caller's. */
export async function allocatedBytesOfFunctions(name: AllocationCase, options: SubjectOptions): Promise<Allocations> {
  const nodeFlags = ['--no-turbo-inlining'];
  const found = await sample(name, 'docgraph', { ...options, nodeFlags });
  return byFunction(
    found.flatMap(({ functions }) => functions),
    requestsOf[name].round * found.length,
  );
}

interface Round {
  bytes: number;
  functions: readonly FunctionBytes[];
}

async function sample(name: AllocationCase, subjectName: SubjectName, options: SubjectOptions): Promise<Round[]> {
  const one: Case = cases[name];
  const preload = ['--import', fileURLToPath(new URL('./heap-profiler.js', import.meta.url))];
  const nodeFlags = [...(options.nodeFlags ?? []), ...preload];
  const subject = await startSubject(subjectName, { ...options, nodeFlags, ipc: true });
  const load = new Load(subject.url, one, tokens(1000));
  const { warmUp, round } = requestsOf[name];
  try {
    await load.check(await expectedAnswer(one));
    await load.run(requests(warmUp), clients);
    // The first round in a process finds some percent less than the others.
    await sampleRound(subject, load, Math.ceil(round / 3));
    const found: Round[] = [];
    for (let i = 0; i < rounds; i++) found.push(await sampleRound(subject, load, round));
    return found;
  } finally {
    await load.close();
    await subject.stop();
  }
}

async function sampleRound({ child }: Subject, load: Load, count: number): Promise<Round> {
  await ask(child, { start: true } satisfies HeapOrder);
  await load.run(requests(count), clients);
  const { functions } = await ask<{ functions: FunctionBytes[] }>(child, { stop: true } satisfies HeapOrder);
  return { functions, bytes: functions.reduce((sum, { bytes }) => sum + bytes, 0) / count };
}
