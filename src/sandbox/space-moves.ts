import { badField, conflict } from './errors.ts';
import type { Session } from './handlers.ts';
import { nextOrder, reposition } from './ordering.ts';
import { addRevision, revisionOf } from './revisions.ts';
import type { SpaceRow } from './rows.ts';
import { childrenOf, creatableParent, type Move, neighboursOf } from './siblings.ts';
import { maxTitleLength } from './space-creation.ts';
import type { Store } from './store.ts';
import { truncate } from './texts.ts';

/**
 * Moves a space within its organization.
 * @throws 400 for a parent in another organization or that the caller cannot see, or a neighbour under another parent; 403 if the
 * caller cannot create content under the parent.
 */
export function moveSpace(session: Session, space: SpaceRow, move: Move): SpaceRow {
  const { store } = session;
  const parent = creatableParent(session, space, move);
  if (parent !== undefined && store.collections.get(parent)?.organization !== space.organization) {
    throw badField('parent', 'The collection belongs to another organization. Transfer the space first.');
  }
  reposition(space, childrenOf(store, space.organization, parent), neighboursOf(move));
  return store.spaces.update(space, { ...parentChanges(space, parent), updatedAt: store.clock.iso() });
}

/** The changes of a space that moves to a parent: outside a collection it cannot keep the visibility `in-collection`. */
export function parentChanges(space: SpaceRow, parent: string | undefined): Partial<SpaceRow> {
  const visibility = parent === undefined && space.visibility === 'in-collection' ? 'private' : space.visibility;
  return { parent, visibility };
}

/** @throws 409 if one of the spaces is on a site: a site has only content of its own organization. */
export function requireNotOnSite(store: Store, spaces: readonly SpaceRow[]): void {
  const published = spaces.find((space) => store.siteSpaces.count('space', space.id) > 0);
  if (published)
    throw conflict(`The space "${published.id}" is on a site. Remove it from the site before transferring it.`);
}

/** Transfers a space to a parent in an organization. Teams of the old organization lose their grants. */
export function transferSpace(store: Store, space: SpaceRow, organization: string, parent: string | undefined): void {
  for (const grant of store.grants.by('space', space.id)) store.grants.remove(grant);
  const order = nextOrder(childrenOf(store, organization, parent));
  store.spaces.update(space, { organization, order, ...parentChanges(space, parent), updatedAt: store.clock.iso() });
}

const copySuffix = ' (copy)';

/** Copies a space with its content and team grants, and inserts the copy after the original. */
export function duplicateSpace({ store }: Session, space: SpaceRow): SpaceRow {
  const { gitSync: _, deletedAt: __, ...fields } = space;
  const now = store.clock.iso();
  const copy = store.spaces.insert({
    ...fields,
    id: store.newId(),
    title: truncate(space.title, maxTitleLength - copySuffix.length) + copySuffix,
    createdAt: now,
    updatedAt: now,
    editMode: 'live',
    revision: addRevision(store, [revisionOf(store, space.revision)]).id,
  });
  for (const grant of store.grants.by('space', space.id)) store.grants.insert({ ...grant, space: copy.id });
  reposition(copy, childrenOf(store, space.organization, space.parent), { after: space.id });
  return copy;
}
