import type { Endpoint } from '../contract/endpoint.ts';
import { definitionOf } from '../fields/field-definitions.ts';
import type { FieldView } from '../fields/field-view.ts';
import type { PlannedValues, Planner } from '../fields/planner.ts';
import { defaultFirst } from '../relay/connection.ts';

/** How many values are expected, before any of them has arrived. */
export interface ExpectedValues {
  /** It may be a part of one. */
  readonly count: number;
  /** The items of a connection; undefined for all other values. */
  readonly items: number | undefined;
}

type ExpectedSizes = Pick<Planner, 'expectedSize'>;

interface ExpectedField {
  readonly compiled: FieldView;
  /** How many parents it has at most. */
  readonly parents: number | undefined;
  readonly expected: ExpectedValues;
}

/** How many of so many values of a field are expected: as large a part of them as of its parents. */
export function expectedOf({ parents, expected }: ExpectedField, count: number | undefined): number {
  if (count === undefined || parents === undefined || parents === 0) return expected.count;
  return (expected.count * count) / parents;
}

/** The values of a field that is no list. Of a connection, no more items are expected than it may have. */
export function expectedValues(
  field: ExpectedField,
  { count, items, write }: PlannedValues,
  sizes: ExpectedSizes,
): ExpectedValues {
  const inherited = { count: expectedOf(field, count), items: field.expected.items };
  if (items === undefined) return inherited;
  // The results of a batch are as many as its ids.
  const seen = write === undefined ? sizeOf(field.compiled, sizes) : items;
  return { ...inherited, items: Math.min(items, seen) };
}

/** The items of a list: those of the connection above it, or as many as a page has. */
export function expectedItemsOf({ expected }: ExpectedField): ExpectedValues {
  return { count: expected.count * (expected.items ?? defaultFirst), items: undefined };
}

/** The expected size of the lists that a connection reads. */
function sizeOf({ field }: FieldView, sizes: ExpectedSizes): number {
  const [endpoint]: readonly Endpoint[] = definitionOf(field)?.kind.endpoints ?? [];
  return endpoint === undefined ? defaultFirst : sizes.expectedSize(endpoint);
}
