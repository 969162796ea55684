import { collectionFor, namedBy, organizationFor, referredToBy } from './access.ts';
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

export const neighboursOf = ({ position }: Move): Neighbours => ({
  before: position?.before?.space,
  after: position?.after?.space,
});

/**
 * Returns the parent of a record after a move, or of a new one: undefined is the organization's top level.
 * @throws 403 if the caller may not create content there, 400 if the body names a collection that the caller cannot see.
 */
export function creatableParent(
  session: Session,
  { organization, parent: present }: Pick<SpaceRow, 'organization' | 'parent'>,
  { parent: named }: Move,
): string | undefined {
  const parent = named === undefined ? present : (named ?? undefined);
  if (parent === undefined) organizationFor(session, organization, 'createContent');
  else if (named === undefined) referredToBy('parent collection', () => collectionFor(session, parent, 'create'));
  else namedBy('parent', () => collectionFor(session, parent, 'create'));
  return parent;
}
