import type { IdArgument } from '../../engine/relay/input-id.ts';
import type { PositionInput } from '../../generated/resolvers.ts';

type Absent = null | undefined;

/** What a value in an input becomes in REST. Null and absent stay what they are: there, they mean different things. */
export function given<Value extends NonNullable<unknown>, Result>(
  value: Value | Absent,
  to: (value: Value) => Result,
): Result | Absent {
  return value == null ? value : to(value);
}

/** Values of a list that are made in one step. */
const valuesPerStep = 256;

/** What `to` makes of each value of a list, in steps; null and undefined stay what they are. */
export function* givenEach<Value, Result>(
  values: readonly Value[] | Absent,
  to: (value: Value) => Result,
): Generator<void, Result[] | Absent, void> {
  if (values == null) return values;
  const results: Result[] = [];
  for (const value of values) {
    results.push(to(value));
    if (results.length % valuesPerStep === 0) yield;
  }
  return results;
}

/** The neighbours of a position, in the form of REST. */
export interface Position<Anchor> {
  before: Anchor | undefined;
  after: Anchor | undefined;
}

/** A position among siblings; `anchor` gives the REST form of one of them. A null neighbour is none. */
export function positionOf<Anchor>(position: PositionInput, anchor: (id: IdArgument) => Anchor): Position<Anchor>;
export function positionOf<Anchor>(
  position: PositionInput | Absent,
  anchor: (id: IdArgument) => Anchor,
): Position<Anchor> | Absent;
export function positionOf<Anchor>(position: PositionInput | Absent, anchor: (id: IdArgument) => Anchor) {
  return given(position, ({ before, after }) => ({
    before: given(before, anchor) ?? undefined,
    after: given(after, anchor) ?? undefined,
  }));
}
