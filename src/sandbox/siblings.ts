import { collectionFor, organizationFor } from './access.ts';
import type { Session } from './handlers.ts';
import type { Neighbours, Ordered } from './ordering.ts';
import type { CollectionRow, SpaceRow } from './records.ts';
import type { Store } from './store.ts';

/** The collections and spaces that stand directly under a collection, or under the organization where it is undefined. */
export function siblingsUnder(store: Store, organization: string, parent: string | undefined): Ordered[] {
  const rows: readonly (CollectionRow | SpaceRow)[] =
    parent === undefined
      ? [...store.collections.by('organization', organization), ...store.spaces.by('organization', organization)]
      : [...store.collections.by('parent', parent), ...store.spaces.by('parent', parent)];
  return rows.filter((row) => row.parent === parent);
}

/** The body of a move: absent keeps the parent, null takes it away. */
export interface Move {
  parent?: string | null | undefined;
  position?: { before?: { space: string } | undefined; after?: { space: string } | undefined } | undefined;
}

/** The parent that a move asks for; undefined is the organization itself. */
export function newParent(row: CollectionRow | SpaceRow, { parent }: Move): string | undefined {
  return parent === undefined ? row.parent : (parent ?? undefined);
}

export const neighboursOf = ({ position }: Move): Neighbours => ({
  before: position?.before?.space,
  after: position?.after?.space,
});

/**
 * Asks whether the caller may put content under a collection, or under the organization where it is undefined.
 * @throws 404 or 403.
 */
export function requireCreate(session: Session, organization: string, parent: string | undefined): void {
  if (parent === undefined) organizationFor(session, organization, 'createContent');
  else collectionFor(session, parent, 'create');
}
