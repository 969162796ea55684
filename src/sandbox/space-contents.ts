import type { Contract } from '../resources/contract.ts';
import { spaceFor } from './access.ts';
import { contentHandlers, type SpacePath } from './contents.ts';
import type { Handlers } from './handlers.ts';
import { requireUnlocked, revisionOf } from './revisions.ts';

/** The main content of a space. */
export const spaceContents: Handlers<Contract['spaceContents']> = contentHandlers<SpacePath>(
  (session, path, permission) => {
    const { store } = session;
    const space = spaceFor(session, path.spaceId, permission);
    if (permission === 'edit') requireUnlocked(space);
    return {
      space,
      revision: revisionOf(store, space.revision),
      replace: ({ id, createdAt }) => store.spaces.update(space, { revision: id, updatedAt: createdAt }),
    };
  },
);
