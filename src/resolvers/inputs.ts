import type { PositionInput } from '../generated/resolvers.ts';
import { restId } from '../relay/ids.ts';

/** What a value in an input becomes in REST. Null and absent stay what they are: there, they mean different things. */
export function given<Value extends NonNullable<unknown>, Result>(
  value: Value | null | undefined,
  to: (value: Value) => Result,
): Result | null | undefined {
  return value == null ? value : to(value);
}

/** A place among siblings; `anchor` names one of them as REST does. */
export function positionOf<Anchor>(position: PositionInput | null | undefined, anchor: (id: string) => Anchor) {
  return given(position, ({ before, after }) => ({ before: given(before, anchor), after: given(after, anchor) }));
}

/** A place among spaces and collections. */
export function spacePosition(position: PositionInput | null | undefined) {
  return positionOf(position, (id) => ({ type: 'space' as const, space: restId('Space', id) }));
}
