import { ancestorOf, isActive } from './change-request-records.ts';
import { conflict, preconditionFailed } from './errors.ts';
import { mergeContents } from './page-tree.ts';
import type { ChangeRequestRow, RevisionRow, SpaceRow } from './rows.ts';
import type { Store } from './store.ts';

export function revisionOf(store: Store, id: string): RevisionRow {
  const revision = store.revisions.get(id);
  if (revision === undefined) throw new Error(`The store has no revision ${id}`);
  return revision;
}

/** Adds a revision after `parents`. It has the content of the first parent, with `changes` applied. */
export function addRevision(
  store: Store,
  parents: readonly [RevisionRow, ...RevisionRow[]],
  changes: Partial<Pick<RevisionRow, 'pages' | 'files'>> = {},
): RevisionRow {
  const { git: _, ...content } = parents[0];
  return store.revisions.insert({
    ...content,
    ...changes,
    id: store.newId(),
    parents: parents.map(({ id }) => id),
    createdAt: store.clock.iso(),
  });
}

/** @throws 412 if the space's edit mode is `locked`. */
export function requireUnlocked(space: SpaceRow): void {
  if (space.editMode === 'locked') {
    throw preconditionFailed(`The space "${space.id}" is locked. Set its editMode to live before editing it.`);
  }
}

/** @throws 409 for a change request that is merged or archived. */
export function requireActive(row: ChangeRequestRow): void {
  if (!isActive(row)) throw conflict(`The change request ${row.number} is ${row.status}.`);
}

/**
 * Merges a change request into its space: the space gets a new revision, and its other active change requests become
 * outdated.
 * @throws 409 if the main content has changed the same pages, or has another page at the path of an added one: the change
 * request must be updated first.
 */
export function mergeChangeRequest(store: Store, space: SpaceRow, row: ChangeRequestRow): RevisionRow {
  const theirs = revisionOf(store, row.revision);
  const main = revisionOf(store, space.revision);
  const { pages, files, conflicts } = mergeContents(revisionOf(store, ancestorOf(row)), main, theirs);
  if (conflicts.length > 0) {
    throw conflict(
      `The main content changed the same pages (${conflicts.join(', ')}). Update the change request first.`,
    );
  }
  const merged = addRevision(store, [main, theirs], { pages, files });
  const updatedAt = store.clock.iso();
  store.spaces.update(space, { revision: merged.id, updatedAt });
  store.changeRequests.update(row, { status: 'merged', revisionMerged: merged.id, updatedAt });
  return merged;
}

/**
 * Updates a change request with the main content; its own changes win. The result is `update`, `conflicts` if a merge
 * would have failed, or `up-to-date` if the main content has not changed.
 */
export function updateChangeRequest(store: Store, space: SpaceRow, row: ChangeRequestRow) {
  if (ancestorOf(row) === space.revision) return { revision: row.revision, result: 'up-to-date' };
  const theirs = revisionOf(store, row.revision);
  const main = revisionOf(store, space.revision);
  const { pages, files, conflicts } = mergeContents(revisionOf(store, ancestorOf(row)), main, theirs);
  const { id } = addRevision(store, [theirs, main], { pages, files });
  store.changeRequests.update(row, {
    revision: id,
    revisionMergedAncestor: space.revision,
    updatedAt: store.clock.iso(),
  });
  return { revision: id, result: conflicts.length > 0 ? 'conflicts' : 'update' };
}
