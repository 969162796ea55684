import type { ChangeRequest } from '../resources/change-requests/contract.ts';
import { contract } from '../resources/contract.ts';
import { spaceFor } from './access.ts';
import { notFound } from './errors.ts';
import type { Session } from './handlers.ts';
import type { ChangeRequestRow, SpaceRow } from './records.ts';
import type { SpaceRight } from './rights.ts';
import { pair, type Store } from './store.ts';
import { app, location } from './urls.ts';
import { userById } from './users.ts';

export interface ChangeRequestPath {
  spaceId: string;
  /** The unique id, or the number in the space. */
  changeRequestId: string;
}

/**
 * The change request and its space, if the caller has the right on the space.
 * @throws 404 or 403; 409 for a change in a deleted space.
 */
export function changeRequestFor(
  session: Session,
  { spaceId, changeRequestId }: ChangeRequestPath,
  right: SpaceRight = 'view',
): { space: SpaceRow; changeRequest: ChangeRequestRow } {
  const { changeRequests } = session.store;
  const space = spaceFor(session, spaceId, right);
  const byId = changeRequests.get(changeRequestId);
  const [byNumber] = changeRequests.by('number', pair(spaceId, changeRequestId));
  const changeRequest = byId?.space === spaceId ? byId : byNumber;
  if (changeRequest === undefined) throw notFound('change request', changeRequestId);
  return { space, changeRequest };
}

/** Whether it can still be edited and merged. */
export const isActive = ({ status }: ChangeRequestRow): boolean => status === 'draft' || status === 'open';

/** The revision of the space that a change request's content was last made equal to, apart from its own changes. */
export const ancestorOf = (row: ChangeRequestRow): string => row.revisionMergedAncestor ?? row.revisionInitial;

/** Whether the main content has moved on since. What is merged or archived is outdated no more. */
function isOutdated(store: Store, row: ChangeRequestRow): boolean {
  return isActive(row) && store.spaces.get(row.space)?.revision !== ancestorOf(row);
}

export function changeRequestRecord({ store }: Session, row: ChangeRequestRow): ChangeRequest {
  const { createdBy, contributors: _, space, ...facts } = row;
  const author = userById(store, createdBy);
  return {
    object: 'change-request',
    ...facts,
    ...(author === undefined ? {} : { createdBy: author }),
    comments: store.comments.by('changeRequest', row.id).filter((comment) => comment.resolvedAt === undefined).length,
    outdated: isOutdated(store, row),
    urls: {
      app: app('o', store.spaces.get(space)?.organization ?? '', 's', space, '~', 'changes', String(row.number)),
      location: location(contract.changeRequests.get, { spaceId: space, changeRequestId: row.id }),
    },
  };
}
