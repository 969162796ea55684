import type { Contract } from '../resources/contract.ts';
import { type ChangeRequestPath, changeRequestFor } from './change-request-records.ts';
import { contentHandlers } from './contents.ts';
import type { Handlers } from './handlers.ts';
import { requireActive, requireUnlocked, revisionOf } from './revisions.ts';

/** The content of a change request: the main content it started from, with its own changes. */
export const changeRequestContents: Handlers<Contract['changeRequestContents']> = contentHandlers<ChangeRequestPath>(
  (session, path, permission) => {
    const { store, caller } = session;
    const { space, changeRequest } = changeRequestFor(session, path, permission === 'view' ? 'access' : permission);
    if (permission === 'edit') {
      requireActive(changeRequest);
      requireUnlocked(space);
    }
    return {
      space,
      changeRequest,
      revision: revisionOf(store, changeRequest.revision),
      replace: ({ id, createdAt }) =>
        store.changeRequests.update(changeRequest, {
          revision: id,
          updatedAt: createdAt,
          contributors: [...new Set([...changeRequest.contributors, caller.id])],
        }),
    };
  },
);
