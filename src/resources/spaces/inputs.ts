import { restId } from '../../engine/relay/global-id.ts';
import type { PositionInput } from '../../generated/resolvers.ts';
import { positionOf } from '../shared/inputs.ts';
import { SpaceEntity } from './contract.ts';

/** A position among spaces and collections. */
export function spacePosition(position: PositionInput | null | undefined) {
  return positionOf(position, (id) => ({ type: 'space' as const, space: restId(SpaceEntity, id) }));
}
