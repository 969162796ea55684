import { collectionFor, namedBy, organizationFor } from './access.ts';
import type { Session } from './handlers.ts';
import type { Neighbours, Ordered } from './ordering.ts';
import type { CollectionRow, SpaceRow } from './rows.ts';
import type { Store } from './store.ts';

/** The collections and spaces directly under a collection, or at the organization's top level if `parent` is undefined. */
export function childrenOf(store: Store, organization: string, parent: string | undefined): Ordered[] {
  const rows: readonly (CollectionRow | SpaceRow)[] =
    parent === undefined
      ? [...store.collections.by('organization', organization), ...store.spaces.by('organization', organization)]
      : [...store.collections.by('parent', parent), ...store.spaces.by('parent', parent)];
  return rows.filter((row) => row.parent === parent);
}

/** The body of a move request. Without `parent` the parent stays; null moves the row to the top level. */
export interface Move {
  parent?: string | null | undefined;
  position?: { before?: { space: string } | undefined; after?: { space: string } | undefined } | undefined;
}

/** The parent after a move; undefined is the organization's top level. */
export function targetParent(row: CollectionRow | SpaceRow, { parent }: Move): string | undefined {
  return parent === undefined ? row.parent : (parent ?? undefined);
}

export const neighboursOf = ({ position }: Move): Neighbours => ({
  before: position?.before?.space,
  after: position?.after?.space,
});

/**
 * Requires that the caller may create content under the collection that the body names, or at the organization's top level.
 * @throws 400 if the caller cannot see the collection, or 403.
 */
export function requireCreatePermission(session: Session, organization: string, parent: string | undefined): void {
  if (parent === undefined) organizationFor(session, organization, 'createContent');
  else namedBy('parent', () => collectionFor(session, parent, 'create'));
}
