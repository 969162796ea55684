import { groupBy } from '../../../engine/contract/group-by.ts';
import type { TimedCall } from './timed-call.ts';
import { distinguish, type UrlPart } from './url-parts.ts';

/** The calls of one operation in one round trip, in the order of their start. */
export interface CallGroup {
  readonly key: string;
  readonly operation: string;
  readonly method: string;
  /** The fields that they are made for. */
  readonly fields: readonly string[];
  readonly calls: readonly TimedCall[];
  /** The URL of each call, in the same order. */
  readonly urls: readonly UrlPart[][];
  readonly span: Span;
}

/** The calls of one round trip. */
export interface Level {
  readonly level: number;
  readonly groups: readonly CallGroup[];
  readonly calls: readonly TimedCall[];
  readonly span: Span;
}

/** From the first start to the last end, in milliseconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Groups calls by level, then by operation. */
export function groupCalls(calls: readonly TimedCall[]): Level[] {
  return [...groupBy(calls, ({ level }) => level)]
    .sort(([a], [b]) => a - b)
    .map(([level, ofLevel]) => ({
      level,
      calls: ofLevel,
      span: spanOf(ofLevel),
      groups: [...groupBy(ofLevel, ({ operation }) => operation)].map(([operation, ofGroup]) =>
        groupOf(`${level} ${operation}`, operation, ofGroup),
      ),
    }));
}

function groupOf(key: string, operation: string, calls: readonly TimedCall[]): CallGroup {
  return {
    key,
    operation,
    method: calls[0]?.method ?? '',
    fields: [...new Set(calls.flatMap(({ field }) => field ?? []))],
    calls,
    urls: distinguish(calls.map(({ path }) => path)),
    span: spanOf(calls),
  };
}

export function spanOf(calls: readonly TimedCall[]): Span {
  return {
    start: Math.min(...calls.map(({ startedAt }) => startedAt)),
    end: Math.max(...calls.map(({ end }) => end)),
  };
}
