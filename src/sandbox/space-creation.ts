import { lastPlace } from './ordering.ts';
import type { SpaceRow } from './records.ts';
import { siblingsUnder } from './siblings.ts';
import type { Store } from './store.ts';

/** The longest title that a space may have (contract part 1, limits). */
const maxTitle = 50;

/** Makes a private space without pages at the end of an organization's top level; a title that is too long is cut. */
export function createSpace(store: Store, organization: string, title: string): SpaceRow {
  const now = store.clock.iso();
  const revision = store.revisions.insert({ id: store.newId(), parents: [], pages: [], files: [], createdAt: now });
  return store.spaces.insert({
    id: store.newId(),
    organization,
    title: title.slice(0, maxTitle),
    emoji: '📘',
    visibility: 'private',
    createdAt: now,
    updatedAt: now,
    editMode: 'live',
    revision: revision.id,
    defaultLevel: null,
    order: lastPlace(siblingsUnder(store, organization, undefined)),
  });
}
