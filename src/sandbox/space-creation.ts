import { nextOrder } from './ordering.ts';
import type { SpaceRow } from './rows.ts';
import { childrenOf } from './siblings.ts';
import type { Store } from './store.ts';
import { truncate } from './texts.ts';

/** The maximum length of a space's title (contract part 1, limits). */
export const maxTitleLength = 50;

/** Creates a private space without pages at the end of an organization's top level. A title that is too long is truncated. */
export function createSpace(store: Store, organization: string, title: string): SpaceRow {
  const now = store.clock.iso();
  const revision = store.revisions.insert({ id: store.newId(), parents: [], pages: [], files: [], createdAt: now });
  return store.spaces.insert({
    id: store.newId(),
    organization,
    title: truncate(title, maxTitleLength),
    emoji: '📘',
    visibility: 'private',
    createdAt: now,
    updatedAt: now,
    editMode: 'live',
    revision: revision.id,
    defaultLevel: null,
    order: nextOrder(childrenOf(store, organization, undefined)),
  });
}
