import { badRequest, conflict } from './errors.ts';
import type { Session } from './handlers.ts';
import { lastPlace, place } from './ordering.ts';
import type { SpaceRow } from './records.ts';
import { addRevision, revisionOf } from './revisions.ts';
import { type Move, neighboursOf, newParent, requireCreate, siblingsUnder } from './siblings.ts';
import type { Store } from './store.ts';

/**
 * Moves a space within its organization.
 * @throws 400 for a parent in another organization or a neighbour elsewhere, 403 or 404 for a parent out of reach.
 */
export function moveSpace(session: Session, space: SpaceRow, move: Move): SpaceRow {
  const { store } = session;
  const parent = newParent(space, move);
  requireCreate(session, space.organization, parent);
  if (parent !== undefined && store.collections.get(parent)?.organization !== space.organization) {
    throw badRequest('body field parent: the collection belongs to another organization; transfer the space first.');
  }
  place(space, siblingsUnder(store, space.organization, parent), neighboursOf(move));
  return store.spaces.update(space, { ...under(space, parent), updatedAt: store.clock.iso() });
}

/** What changes in a space that comes to stand under a parent: none can keep a visibility that is the collection's. */
export function under(space: SpaceRow, parent: string | undefined): Partial<SpaceRow> {
  const visibility = parent === undefined && space.visibility === 'in-collection' ? 'private' : space.visibility;
  return { parent, visibility };
}

/** @throws 409 while a site shows one of the spaces: a site only shows content of its own organization. */
export function refuseShown(store: Store, spaces: readonly SpaceRow[]): void {
  const shown = spaces.find((space) => store.siteSpaces.count('space', space.id) > 0);
  if (shown) throw conflict(`The space "${shown.id}" is shown on a site. Remove it there before transferring it.`);
}

/** Gives a space to an organization, under a parent in it. Teams of the old organization lose their grants. */
export function giveSpace(store: Store, space: SpaceRow, organization: string, parent: string | undefined): void {
  for (const grant of store.grants.by('space', space.id)) store.grants.remove(grant);
  const order = lastPlace(siblingsUnder(store, organization, parent));
  store.spaces.update(space, { organization, order, ...under(space, parent), updatedAt: store.clock.iso() });
}

const maxTitle = 50;
const copySuffix = ' (copy)';

/** Makes a copy of a space, its content and its teams' grants, and puts it behind the original. */
export function duplicateSpace({ store }: Session, space: SpaceRow): SpaceRow {
  const { gitSync: _, deletedAt: __, ...facts } = space;
  const now = store.clock.iso();
  const copy = store.spaces.insert({
    ...facts,
    id: store.newId(),
    title: [...space.title].slice(0, maxTitle - copySuffix.length).join('') + copySuffix,
    createdAt: now,
    updatedAt: now,
    editMode: 'live',
    revision: addRevision(store, [revisionOf(store, space.revision)]).id,
  });
  for (const grant of store.grants.by('space', space.id)) store.grants.insert({ ...grant, space: copy.id });
  place(copy, siblingsUnder(store, space.organization, space.parent), { after: space.id });
  return copy;
}
