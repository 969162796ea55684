import type { KeyOf } from '../../engine/contract/entity.ts';
import { badUserInput } from '../../engine/engine.ts';
import { distinct } from '../../engine/fields/merged-lists.ts';
import type { ChangeRequestOrder, SpaceChangeRequestsArgs } from '../../generated/resolvers.ts';
import type { Space, SpaceEntity } from '../spaces/contract.ts';

/** The statuses that the arguments of a list ask for; undefined is the service's default, the open ones. */
export function statusesOf({
  status,
  statuses,
}: Pick<Partial<SpaceChangeRequestsArgs>, 'status' | 'statuses'>): (string | undefined)[] {
  if (status != null && statuses != null) throw badUserInput('"status" and "statuses" cannot be given together.');
  return statuses == null ? [status ?? undefined] : distinct('statuses', statuses);
}

/** A list for each status, without those of which the space's record tells that they are empty. */
export function changeRequestLists(
  path: KeyOf<typeof SpaceEntity>,
  statuses: readonly (string | undefined)[],
  contributor: string | undefined,
  record: Space | undefined,
) {
  return statuses
    .filter((status) => record === undefined || countOf(record, status) !== 0)
    .map((status) => ({ path, query: { status, contributor } }));
}

/** How many change requests a space has with a status, at most. */
function countOf(space: Space, status = 'open'): number {
  if (status === 'open') return space.changeRequestsOpen;
  return status === 'draft' ? space.changeRequestsDraft : space.changeRequests;
}

/** The order of a list of change requests: by default, that of their last changes, newest first. */
export function orderOf({ orderBy }: { orderBy?: ChangeRequestOrder | null | undefined }) {
  const { field, direction } = orderBy ?? { field: 'updatedAt', direction: 'desc' };
  return { field, isAscending: direction === 'asc' };
}
