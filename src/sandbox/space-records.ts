import { contract } from '../resources/contract.ts';
import type { Space } from '../resources/spaces/contract.ts';
import type { Session } from './handlers.ts';
import { publishedSpaceUrl } from './publishing.ts';
import type { ChangeRequestStatus, SpaceRow } from './records.ts';
import { spaceRights, spaceRole } from './rights.ts';
import { app, location } from './urls.ts';

/** A space's record as the caller sees it; a share key that was checked before resolves its published URL. */
export function spaceRecord({ store, caller }: Session, row: SpaceRow, shareKey?: string): Space {
  const { order: _, ...facts } = row;
  const published = publishedSpaceUrl(store, row.id, shareKey);
  return {
    object: 'space',
    ...facts,
    comments: store.comments.by('space', row.id).filter((comment) => comment.resolvedAt === undefined).length,
    ...changeRequestCounters(store.changeRequests.by('space', row.id)),
    urls: {
      location: location(contract.spaces.get, { spaceId: row.id }),
      app: app('o', row.organization, 's', row.id),
      ...(published === undefined ? {} : { published }),
      ...(row.visibility === 'public' && published !== undefined ? { public: published } : {}),
    },
    permissions: spaceRights(spaceRole(store, caller.id, row)),
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
