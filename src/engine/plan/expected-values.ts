import type { Entity } from '../contract/entity.ts';
import type { PlannedRequest, PlannedValues } from '../fields/planner.ts';
import type { ListKind } from '../http/list-sizes.ts';

/** How many values are expected, before any of them has arrived. */
export interface ExpectedValues {
  /** It may be a part of one. */
  readonly count: number;
  /** The items of a connection; undefined for all other values. */
  readonly items: number | undefined;
  /** Whether they are items of a list, or below one. */
  readonly isBelowList: boolean;
  /** The kind of records that were read for the list above them. */
  readonly read?: Entity | undefined;
}

interface ExpectedSizes {
  /** How many of the first `most` items the lists of a kind have had on the average; undefined where none was seen. */
  seenSize(kind: ListKind, most: number): number | undefined;
}

interface ExpectedField {
  /** How many parents it has at most. */
  readonly parents: number | undefined;
  readonly expected: ExpectedValues;
}

/** The items that lists are assumed to have, where none of their kind was seen. Those of nested lists multiply. */
const assumedSizes = { outermost: 8, nested: 2 };

export function assumedSize({ isBelowList }: ExpectedValues): number {
  return isBelowList ? assumedSizes.nested : assumedSizes.outermost;
}

/** How many of so many values of a field are expected: as large a part of them as of its parents. */
export function expectedOf({ parents, expected }: ExpectedField, count: number | undefined): number {
  if (count === undefined || parents === undefined || parents === 0) return expected.count;
  return (expected.count * count) / parents;
}

/** How many calls of a request are expected. */
export function expectedCalls(
  field: ExpectedField,
  { count, expectedEach, isShared = false, pages = 1 }: PlannedRequest,
): number {
  const calls = expectedEach === undefined ? expectedOf(field, count) : field.expected.count * expectedEach;
  return (isShared ? Math.min(calls, 1) : calls) * pages;
}

/** The values of a field that is no list. Of a connection, no more items are expected than it may have. */
export function expectedValues(
  field: ExpectedField,
  { count, items, lists }: PlannedValues,
  sizes: ExpectedSizes,
): ExpectedValues {
  const { expected } = field;
  const inherited = { ...expected, count: expectedOf(field, count) };
  if (items === undefined) return inherited;
  // The results of a batch are as many as its ids.
  if (lists === undefined) return { ...inherited, items };
  const each = sizes.seenSize(lists.kind, items) ?? assumedSize(expected);
  return { ...inherited, items: Math.min(items, each * lists.count), read: lists.parents };
}

/** The items of a list: those of the connection above it, or as many as are assumed. */
export function expectedItemsOf({ expected }: ExpectedField): ExpectedValues {
  const { count, items = assumedSize(expected) } = expected;
  return { ...expected, count: count * items, items: undefined, isBelowList: true };
}
