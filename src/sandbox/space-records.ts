import { contract } from '../resources/contract.ts';
import type { Space } from '../resources/spaces/contract.ts';
import type { Session } from './handlers.ts';
import { spacePermissions, spaceRole } from './permissions.ts';
import { publishedSpaceUrl } from './publishing.ts';
import type { ChangeRequestStatus, SpaceRow } from './rows.ts';
import { apiUrl, appUrl } from './urls.ts';

/** A space's record for the caller. `shareKey` is already validated, and selects its published URL. */
export function spaceRecord({ store, caller }: Session, row: SpaceRow, shareKey?: string): Space {
  const { order: _, ...fields } = row;
  const published = publishedSpaceUrl(store, row.id, shareKey);
  return {
    object: 'space',
    ...fields,
    comments: store.comments.by('space', row.id).filter((comment) => comment.resolvedAt === undefined).length,
    ...changeRequestCounters(store.changeRequests.by('space', row.id)),
    urls: {
      location: apiUrl(contract.spaces.get, { spaceId: row.id }),
      app: appUrl('o', row.organization, 's', row.id),
      ...(published === undefined ? {} : { published }),
      ...(row.visibility === 'public' && published !== undefined ? { public: published } : {}),
    },
    permissions: spacePermissions(spaceRole(store, caller.id, row)),
  };
}

function changeRequestCounters(changeRequests: readonly { status: ChangeRequestStatus }[]) {
  const count = (status: ChangeRequestStatus) => changeRequests.filter((request) => request.status === status).length;
  return {
    changeRequests: changeRequests.length,
    changeRequestsOpen: count('open'),
    changeRequestsDraft: count('draft'),
  };
}
