import { contract } from '../resources/contract.ts';
import type { Space } from '../resources/spaces/contract.ts';
import type { Session } from './handlers.ts';
import { permissionsOn } from './permissions.ts';
import { publicUrls, publishedSpaceUrl } from './publishing.ts';
import { type ChangeRequestStatus, isOpen, type SpaceRow } from './rows.ts';
import type { Store } from './store.ts';
import { apiUrl, appUrl } from './urls.ts';

/** A space's record for the caller. `shareKey` is already validated, and selects its published URL. */
export function spaceRecord({ store, caller }: Session, row: SpaceRow, shareKey?: string): Space {
  const { order: _, icon, ...fields } = row;
  const published = publishedSpaceUrl(store, row.id, shareKey);
  return {
    object: 'space',
    ...fields,
    comments: store.comments.tally('space', row.id, 'open', isOpen),
    ...changeRequestCounters(store, row.id),
    urls: {
      location: apiUrl(contract.spaces.get, { spaceId: row.id }),
      app: appUrl('o', row.organization, 's', row.id),
      ...publicUrls(row, published),
      icon,
    },
    permissions: permissionsOn(store, caller.id, row),
  };
}

function changeRequestCounters({ changeRequests }: Store, space: string) {
  const count = (status: ChangeRequestStatus) =>
    changeRequests.tally('space', space, status, (request) => request.status === status);
  return {
    changeRequests: changeRequests.count('space', space),
    changeRequestsOpen: count('open'),
    changeRequestsDraft: count('draft'),
  };
}
