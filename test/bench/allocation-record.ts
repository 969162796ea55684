import type { Allocations } from './function-names.ts';

/** What a case allocates for each request, in bytes. */
export interface CaseRecord {
  bytes: number;
  /** The functions that allocate most, when V8 inlines none: an inlined function's bytes would count as its caller's. */
  functions: Allocations;
}

/** The recorded figures. They depend on V8, and so on the version of Node. */
export interface AllocationRecord {
  node: string;
  cases: Readonly<Record<string, CaseRecord>>;
}

/** By how much a case may exceed its record. Repeated measurements differ by less than 1 %. */
const tolerance = 0.03;
const recordedFunctions = 40;
const namedFunctions = 6;
/** Of the case's bytes: what a function must have grown by. Less is an error of sampling. */
const namedShare = 0.003;

export function isOver(bytes: number, recorded: number): boolean {
  return bytes > recorded * (1 + tolerance);
}

/** Whether a record is so far above what was found that it should be written again. */
export function isOutdated(bytes: number, recorded: number): boolean {
  return bytes < recorded * (1 - tolerance);
}

/** Figures of the one version of Node say nothing about another major version. */
export function isComparable(recorded: string, running: string): boolean {
  return majorOf(recorded) === majorOf(running);
}

function majorOf(version: string): string {
  return version.split('.', 1)[0] ?? '';
}

export function caseRecord(bytes: number, functions: Allocations): CaseRecord {
  const rounded = Object.entries(functions).map(([name, count]) => [name, Math.round(count)] as const);
  return { bytes: Math.round(bytes), functions: Object.fromEntries(rounded.slice(0, recordedFunctions)) };
}

/** A line for each of the functions that allocate more than recorded, those that grew most first. */
export function grownFunctions(found: Allocations, { bytes, functions: recorded }: CaseRecord): string[] {
  const least = leastRecorded(recorded);
  return Object.entries(found)
    .map(([name, now]) => ({ name, now, before: recorded[name] ?? least, limit: name in recorded ? '' : 'at most ' }))
    .filter(({ now, before }) => now - before > bytes * namedShare)
    .sort((a, b) => b.now - b.before - (a.now - a.before))
    .slice(0, namedFunctions)
    .map(({ name, now, before, limit }) => `+${kb(now - before)}  ${name}: ${limit}${kb(before)}, now ${kb(now)}`);
}

/** A function that is not recorded allocated at most as much as the last one that is. */
function leastRecorded(recorded: Allocations): number {
  const all = Object.values(recorded);
  return all.length < recordedFunctions ? 0 : Math.min(...all);
}

export function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
