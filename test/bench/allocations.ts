import { readFile, writeFile } from 'node:fs/promises';
import {
  type AllocationRecord,
  type CaseRecord,
  caseRecord,
  grownFunctions,
  isComparable,
  isOutdated,
  isOver,
  kb,
} from './allocation-record.ts';
import {
  type AllocationCase,
  allocatedBytes,
  allocatedBytesOfFunctions,
  allocationCases,
} from './allocation-sampling.ts';
import type { SubjectOptions } from './subjects.ts';

/** From the package's root, where npm runs scripts. */
const recordPath = 'test/bench/allocations.json';

type Print = (...lines: string[]) => void;

/** Prints the bytes that each case allocates for each request. */
export async function printAllocations(names: readonly AllocationCase[], options: SubjectOptions, print: Print) {
  for (const name of names) print(`${name.padEnd(9)} ${kb(await allocatedBytes(name, 'docgraph', options))}`);
}

/** Compares the cases with their records. Resolves to whether none allocates more. */
export async function checkAllocations(
  names: readonly AllocationCase[],
  options: SubjectOptions,
  print: Print,
): Promise<boolean> {
  const record = await readRecord();
  if (!isComparable(record.node, process.version)) {
    print(`Skipped: the allocations were recorded with Node ${record.node}, and differ with ${process.version}.`);
    return true;
  }
  let passes = true;
  for (const name of names) {
    const recorded = record.cases[name];
    if (recorded === undefined) throw new Error(`${recordPath} has no figures of the case ${name}: use --record.`);
    passes = (await checkCase(name, recorded, options, print)) && passes;
  }
  return passes;
}

async function checkCase(
  name: AllocationCase,
  record: CaseRecord,
  options: SubjectOptions,
  print: Print,
): Promise<boolean> {
  const recorded = record.bytes;
  const measured = await allocatedBytes(name, 'docgraph', options);
  const bytes = isOver(measured, recorded) ? await lowerOf(measured, name, options) : measured;
  const change = `${bytes < recorded ? '' : '+'}${((bytes / recorded - 1) * 100).toFixed(1)} %`;
  print(`${name.padEnd(9)} ${kb(bytes).padStart(9)}, recorded ${kb(recorded).padStart(9)}: ${change}`);
  if (isOutdated(bytes, recorded)) print('  Less than recorded: write the record with --allocations --record.');
  if (!isOver(bytes, recorded)) return true;
  print('  More than 3 % above the record. Functions that allocate more than recorded:');
  print(...grownFunctions(await allocatedBytesOfFunctions(name, options), record).map((line) => `  ${line}`));
  return false;
}

/** Writes the figures of the cases into the record. */
export async function recordAllocations(names: readonly AllocationCase[], options: SubjectOptions, print: Print) {
  const kept = names.length < allocationCases.length ? (await readRecord()).cases : {};
  const cases: Record<string, CaseRecord> = { ...kept };
  for (const name of names) {
    const bytes = await lowerOf(await allocatedBytes(name, 'docgraph', options), name, options);
    cases[name] = caseRecord(bytes, await allocatedBytesOfFunctions(name, options));
    print(`${name.padEnd(9)} ${kb(bytes)}`);
  }
  const record: AllocationRecord = { node: process.version, cases };
  await writeFile(recordPath, `${JSON.stringify(record, undefined, 2)}\n`);
}

/** Measures again, in another process: V8 may optimise the code later in one, on a busy machine. */
async function lowerOf(bytes: number, name: AllocationCase, options: SubjectOptions): Promise<number> {
  return Math.min(bytes, await allocatedBytes(name, 'docgraph', options));
}

async function readRecord(): Promise<AllocationRecord> {
  return JSON.parse(await readFile(recordPath, 'utf8')) as AllocationRecord;
}
