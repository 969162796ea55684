import type { ChangeRequest } from '../resources/change-requests/contract.ts';
import { contract } from '../resources/contract.ts';
import { spaceFor } from './access.ts';
import { notFound } from './errors.ts';
import type { Session } from './handlers.ts';
import type { SpacePermission } from './permissions.ts';
import { type ChangeRequestRow, isOpen, type SpaceRow } from './rows.ts';
import { pair, type Store } from './store.ts';
import { apiUrl, appUrl } from './urls.ts';
import { userById } from './users.ts';

export interface ChangeRequestPath {
  spaceId: string;
  /** The unique id, or the number within the space. */
  changeRequestId: string;
}

/**
 * Returns the change request and its space if the caller has the permission on the space.
 * @throws 404 or 403; 409 for a change in a deleted space.
 */
export function changeRequestFor(
  session: Session,
  { spaceId, changeRequestId }: ChangeRequestPath,
  permission: SpacePermission = 'access',
): { space: SpaceRow; changeRequest: ChangeRequestRow } {
  const { changeRequests } = session.store;
  const space = spaceFor(session, spaceId, permission);
  changeRequests.load('space', spaceId);
  const byId = changeRequests.get(changeRequestId);
  const [byNumber] = changeRequests.by('number', pair(spaceId, changeRequestId));
  const changeRequest = byId?.space === spaceId ? byId : byNumber;
  if (changeRequest === undefined) throw notFound('change request', changeRequestId);
  return { space, changeRequest };
}

/** Whether a change request can still be edited and merged. */
export const isActive = ({ status }: ChangeRequestRow): boolean => status === 'draft' || status === 'open';

/** The id of the space revision that a change request's own changes are based on. */
export const ancestorOf = (row: ChangeRequestRow): string => row.revisionMergedAncestor ?? row.revisionInitial;

/** Whether the main content has changed since. Merged change requests are never outdated. */
function isOutdated(store: Store, row: ChangeRequestRow): boolean {
  return row.status !== 'merged' && store.spaces.get(row.space)?.revision !== ancestorOf(row);
}

export function changeRequestRecord({ store }: Session, row: ChangeRequestRow): ChangeRequest {
  const { createdBy, contributors: _, space, ...fields } = row;
  return {
    object: 'change-request',
    ...fields,
    createdBy: userById(store, createdBy),
    comments: store.comments.tally('changeRequest', row.id, 'open', isOpen),
    outdated: isOutdated(store, row),
    urls: {
      app: appUrl('o', store.spaces.get(space)?.organization ?? '', 's', space, '~', 'changes', String(row.number)),
      location: apiUrl(contract.changeRequests.get, { spaceId: space, changeRequestId: row.id }),
    },
  };
}
