import type { Case } from './cases.ts';
import type { SubjectName } from './subjects.ts';

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
  /** `cpuUs` of each round, in the order in which they were measured. */
  cpuUsOfRounds: readonly number[];
  /** Bytes that the subject's process allocates for each request, where they were measured. */
  allocatedBytes?: number;
}

/** The value below which that share of the sorted ones stands. */
export function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The median of each figure by itself. */
export function median(found: readonly Figures[]): Figures {
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

/**
 * CPU time of a subject as a multiple of another one's: the median over the rounds, as the speed of a busy machine changes less
 * within a round than between two.
 */
export function cpuRatio(ours: Row, theirs: Row): number {
  return medianOf(cpuRatios(ours, theirs));
}

/** Standard error of `cpuRatio`, from the median of the distances from it, as single rounds may be far off. */
export function cpuRatioError(ours: Row, theirs: Row): number {
  const ratios = cpuRatios(ours, theirs);
  const middle = medianOf(ratios);
  // 1.4826 times that median estimates a standard deviation, and 1.2533 times that of a mean the error of a median.
  return (1.2533 * 1.4826 * medianOf(ratios.map((ratio) => Math.abs(ratio - middle)))) / Math.sqrt(ratios.length);
}

function cpuRatios(ours: Row, theirs: Row): number[] {
  return ours.cpuUsOfRounds.map((cpuUs, i) => cpuUs / (theirs.cpuUsOfRounds[i] ?? Number.NaN));
}

export function medianOf(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}

/** The row of a case, a number of tokens and a subject, if it was measured. */
export function findRow(rows: readonly Row[], name: string, tokens: number, subject: SubjectName): Row | undefined {
  return rows.find((row) => row.case.name === name && row.tokens === tokens && row.subject === subject);
}
