import type { Collection } from '../resources/collections/contract.ts';
import { type Contract, contract } from '../resources/contract.ts';
import { collectionFor, namedBy, organizationFor } from './access.ts';
import { badField, fieldConflict } from './errors.ts';
import type { Handlers, Session } from './handlers.ts';
import { inOrder, nextOrder, reposition } from './ordering.ts';
import { collectionPermissions, collectionRole, spacePermissions, spaceRole } from './permissions.ts';
import type { CollectionRow, SpaceRow } from './rows.ts';
import { childrenOf, creatableParent, neighboursOf } from './siblings.ts';
import { parentChanges, requireNotOnSite, transferSpace } from './space-moves.ts';
import { spaceRecord } from './space-records.ts';
import type { Store } from './store.ts';
import { apiUrl, appUrl } from './urls.ts';

const newTitle = 'Untitled collection';

/**
 * Collections. Creating, renaming and moving them requires the `create` permission; deleting, transferring and setting the
 * default level requires `admin`.
 */
export const collections: Handlers<Contract['collections']> = {
  get: ({ path, ...session }) => collectionRecord(session, collectionFor(session, path.collectionId)),

  /** Its collections and spaces are kept, and move to its parent. */
  delete: ({ path, ...session }) => {
    const { store } = session;
    const collection = collectionFor(session, path.collectionId, 'admin');
    for (const child of inOrder(store.collections.by('parent', collection.id))) {
      store.collections.update(child, { parent: collection.parent, order: nextSiblingOrder(store, collection) });
    }
    for (const space of spacesIn(store, collection)) {
      store.spaces.update(space, {
        ...parentChanges(space, collection.parent),
        order: nextSiblingOrder(store, collection),
      });
    }
    store.collections.remove(collection);
  },

  update: ({ path, body, ...session }) => {
    const { store } = session;
    const collection = collectionFor(session, path.collectionId, body.defaultLevel === undefined ? 'create' : 'admin');
    return collectionRecord(session, store.collections.update(collection, body));
  },

  /** The spaces directly inside the collection. */
  spaces: ({ path, paginate, ...session }) => {
    const { store, caller } = session;
    const collection = collectionFor(session, path.collectionId);
    const rows = inOrder(store.spaces.by('parent', collection.id));
    const visible = rows.filter((space) => spacePermissions(spaceRole(store, caller.id, space)).view);
    return paginate(visible, (space) => spaceRecord(session, space));
  },

  move: ({ path, body, ...session }) => {
    const { store } = session;
    const collection = collectionFor(session, path.collectionId, 'create');
    const parent = creatableParent(session, collection, body);
    if (parent !== undefined) requireValidParent(store, collection, parent);
    reposition(collection, childrenOf(store, collection.organization, parent), neighboursOf(body));
    return collectionRecord(session, store.collections.update(collection, { parent }));
  },

  /** Transfers everything inside it, too. A transfer to its current organization moves it to the top level. */
  transfer: ({ path, body, ...session }) => {
    const { store } = session;
    const collection = collectionFor(session, path.collectionId, 'admin');
    const target = namedBy('organization', () => organizationFor(session, body.organization, 'createContent'));
    const moved = [collection, ...descendantsOf(store, collection)];
    if (target.id !== collection.organization) {
      const spaces = moved.flatMap((row) => spacesIn(store, row));
      requireNotOnSite(store, spaces);
      for (const space of spaces) transferSpace(store, space, target.id, space.parent);
    }
    const order = nextOrder(childrenOf(store, target.id, undefined));
    for (const row of moved) store.collections.update(row, { organization: target.id });
    return collectionRecord(session, store.collections.update(collection, { parent: undefined, order }));
  },

  /** In tree order: each collection before the collections inside it. */
  list: ({ path, query, paginate, ...session }) => {
    const { store, caller } = session;
    organizationFor(session, path.organizationId);
    const { nested = true } = query;
    const top = store.collections.by('organization', path.organizationId).filter((row) => row.parent === undefined);
    const rows = inOrder(top).flatMap((row) => (nested ? [row, ...descendantsOf(store, row)] : [row]));
    const visible = rows.filter((row) => collectionPermissions(collectionRole(store, caller.id, row)).view);
    return paginate(visible, (row) => collectionRecord(session, row));
  },

  create: ({ path, body, ...session }) => {
    const { store } = session;
    const { id: organization } = organizationFor(session, path.organizationId);
    const parent = creatableParent(session, { organization, parent: undefined }, body);
    if (parent !== undefined) requireSameOrganization(store, organization, parent);
    const row: CollectionRow = {
      id: store.newId(),
      organization,
      parent,
      title: body.title ?? newTitle,
      defaultLevel: null,
      order: nextOrder(childrenOf(store, organization, parent)),
    };
    return collectionRecord(session, store.collections.insert(row));
  },
};

function collectionRecord({ store, caller }: Session, row: CollectionRow): Collection {
  const { order: _, ...fields } = row;
  return {
    object: 'collection',
    ...fields,
    urls: {
      location: apiUrl(contract.collections.get, { collectionId: row.id }),
      app: appUrl('o', row.organization, 'c', row.id),
    },
    permissions: collectionPermissions(collectionRole(store, caller.id, row)),
  };
}

/** All collections inside a collection, in tree order. Not recursive, as the contract does not limit their depth. */
function descendantsOf(store: Store, { id }: CollectionRow): CollectionRow[] {
  const inside = (parent: string) => inOrder(store.collections.by('parent', parent)).reverse();
  const found: CollectionRow[] = [];
  const waiting = inside(id);
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    found.push(row);
    waiting.push(...inside(row.id));
  }
  return found;
}

/** The spaces of a collection in their order, followed by its deleted spaces, which can still be restored. */
function spacesIn(store: Store, { id }: CollectionRow): SpaceRow[] {
  const deleted = store.spaces.all().filter((space) => space.deletedAt !== undefined && space.parent === id);
  return [...inOrder(store.spaces.by('parent', id)), ...deleted];
}

const nextSiblingOrder = (store: Store, { organization, parent }: CollectionRow) =>
  nextOrder(childrenOf(store, organization, parent));

/** @throws 400 for a parent in another organization, 409 if the parent is the collection itself or inside it. */
function requireValidParent(store: Store, collection: CollectionRow, parent: string): void {
  requireSameOrganization(store, collection.organization, parent);
  if (parent === collection.id || descendantsOf(store, collection).some(({ id }) => id === parent)) {
    throw fieldConflict('parent', 'A collection can not be moved into itself.');
  }
}

function requireSameOrganization(store: Store, organization: string, parent: string): void {
  if (store.collections.get(parent)?.organization !== organization) {
    throw badField('parent', 'The collection belongs to another organization.');
  }
}
