import { restId } from '../../engine/relay/global-id.ts';
import type { GivenId } from '../../engine/relay/input-id.ts';
import type { PositionInput } from '../../generated/resolvers.ts';
import { SpaceEntity } from '../spaces/contract.ts';

type Absent = null | undefined;

/** What a value in an input becomes in REST. Null and absent stay what they are: there, they mean different things. */
export function given<Value extends NonNullable<unknown>, Result>(
  value: Value | Absent,
  to: (value: Value) => Result,
): Result | Absent {
  return value == null ? value : to(value);
}

/** The neighbours of a position, in the form of REST. */
interface Position<Anchor> {
  before: Anchor | Absent;
  after: Anchor | Absent;
}

/** A position among siblings; `anchor` gives the REST form of one of them. */
export function positionOf<Anchor>(position: PositionInput, anchor: (id: GivenId) => Anchor): Position<Anchor>;
export function positionOf<Anchor>(
  position: PositionInput | Absent,
  anchor: (id: GivenId) => Anchor,
): Position<Anchor> | Absent;
export function positionOf<Anchor>(position: PositionInput | Absent, anchor: (id: GivenId) => Anchor) {
  return given(position, ({ before, after }) => ({ before: given(before, anchor), after: given(after, anchor) }));
}

/** A position among spaces and collections. */
export function spacePosition(position: PositionInput | Absent) {
  return positionOf(position, (id) => ({ type: 'space' as const, space: restId(SpaceEntity, id) }));
}
