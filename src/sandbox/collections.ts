import type { Collection } from '../resources/collections/contract.ts';
import { type Contract, contract } from '../resources/contract.ts';
import { collectionFor, organizationFor } from './access.ts';
import { badRequest, conflict } from './errors.ts';
import type { Handlers, Session } from './handlers.ts';
import { inOrder, lastPlace, place } from './ordering.ts';
import type { CollectionRow, SpaceRow } from './records.ts';
import { collectionRights, collectionRole, spaceRights, spaceRole } from './rights.ts';
import { neighboursOf, newParent, requireCreate, siblingsUnder } from './siblings.ts';
import { giveSpace, refuseShown, under } from './space-moves.ts';
import { spaceRecord } from './space-records.ts';
import type { Store } from './store.ts';
import { app, location } from './urls.ts';

const newTitle = 'Untitled collection';

/** Collections. `create` makes, renames and moves them, `admin` deletes and transfers them and sets their default level. */
export const collections: Handlers<Contract['collections']> = {
  get: ({ path, ...session }) => collectionRecord(session, collectionFor(session, path.collectionId)),

  /** What stood in it is kept, and moves up to where the collection stood. */
  delete: ({ path, ...session }) => {
    const { store } = session;
    const collection = collectionFor(session, path.collectionId, 'admin');
    for (const child of store.collections.by('parent', collection.id)) {
      store.collections.update(child, { parent: collection.parent, order: nextPlace(store, collection) });
    }
    for (const space of insideOf(store, collection)) {
      store.spaces.update(space, { ...under(space, collection.parent), order: nextPlace(store, collection) });
    }
    store.collections.remove(collection);
  },

  update: ({ path, body, ...session }) => {
    const { store } = session;
    const collection = collectionFor(session, path.collectionId, body.defaultLevel === undefined ? 'create' : 'admin');
    return collectionRecord(session, store.collections.update(collection, body));
  },

  /** The spaces that stand directly in it. */
  spaces: ({ path, paginate, ...session }) => {
    const { store, caller } = session;
    const collection = collectionFor(session, path.collectionId);
    const rows = inOrder(store.spaces.by('parent', collection.id));
    const visible = rows.filter((space) => spaceRights(spaceRole(store, caller.id, space)).view);
    return paginate(visible, (space) => spaceRecord(session, space));
  },

  move: ({ path, body, ...session }) => {
    const { store } = session;
    const collection = collectionFor(session, path.collectionId, 'create');
    const parent = newParent(collection, body);
    requireCreate(session, collection.organization, parent);
    if (parent !== undefined) refuseParent(store, collection, parent);
    place(collection, siblingsUnder(store, collection.organization, parent), neighboursOf(body));
    return collectionRecord(session, store.collections.update(collection, { parent }));
  },

  /** Everything in it goes along. In its present organization, this takes it to the top level. */
  transfer: ({ path, body, ...session }) => {
    const { store } = session;
    const collection = collectionFor(session, path.collectionId, 'admin');
    const target = organizationFor(session, body.organization, 'createContent');
    const inside = [collection, ...below(store, collection)];
    if (target.id !== collection.organization) {
      const spaces = inside.flatMap((row) => insideOf(store, row));
      refuseShown(store, spaces);
      for (const space of spaces) giveSpace(store, space, target.id, space.parent);
    }
    const order = lastPlace(siblingsUnder(store, target.id, undefined));
    for (const row of inside) store.collections.update(row, { organization: target.id });
    return collectionRecord(session, store.collections.update(collection, { parent: undefined, order }));
  },

  /** In the order of the tree, each before those inside it. */
  list: ({ path, query, paginate, ...session }) => {
    const { store, caller } = session;
    organizationFor(session, path.organizationId);
    const { nested = true } = query;
    const top = store.collections.by('organization', path.organizationId).filter((row) => row.parent === undefined);
    const rows = inOrder(top).flatMap((row) => (nested ? [row, ...below(store, row)] : [row]));
    const visible = rows.filter((row) => collectionRights(collectionRole(store, caller.id, row)).view);
    return paginate(visible, (row) => collectionRecord(session, row));
  },

  create: ({ path, body, ...session }) => {
    const { store } = session;
    const { id: organization } = organizationFor(session, path.organizationId);
    requireCreate(session, organization, body.parent);
    if (body.parent !== undefined) refuseForeign(store, organization, body.parent);
    const row: CollectionRow = {
      id: store.newId(),
      organization,
      ...(body.parent === undefined ? {} : { parent: body.parent }),
      title: body.title ?? newTitle,
      defaultLevel: null,
      order: lastPlace(siblingsUnder(store, organization, body.parent)),
    };
    return collectionRecord(session, store.collections.insert(row));
  },
};

function collectionRecord({ store, caller }: Session, row: CollectionRow): Collection {
  const { order: _, ...facts } = row;
  return {
    object: 'collection',
    ...facts,
    urls: {
      location: location(contract.collections.get, { collectionId: row.id }),
      app: app('o', row.organization, 'c', row.id),
    },
    permissions: collectionRights(collectionRole(store, caller.id, row)),
  };
}

/** All collections inside a collection, in the order of the tree. */
function below(store: Store, { id }: CollectionRow): CollectionRow[] {
  return inOrder(store.collections.by('parent', id)).flatMap((row) => [row, ...below(store, row)]);
}

/** The spaces of a collection in their order, and at the end those that are deleted and may yet be restored. */
function insideOf(store: Store, { id }: CollectionRow): SpaceRow[] {
  const deleted = store.spaces.all().filter((space) => space.deletedAt !== undefined && space.parent === id);
  return [...inOrder(store.spaces.by('parent', id)), ...deleted];
}

const nextPlace = (store: Store, { organization, parent }: CollectionRow) =>
  lastPlace(siblingsUnder(store, organization, parent));

/** @throws 400 for a parent in another organization, 409 for one that is the collection itself or inside it. */
function refuseParent(store: Store, collection: CollectionRow, parent: string): void {
  refuseForeign(store, collection.organization, parent);
  if (parent === collection.id || below(store, collection).some(({ id }) => id === parent)) {
    throw conflict('A collection can not be moved into itself.');
  }
}

function refuseForeign(store: Store, organization: string, parent: string): void {
  if (store.collections.get(parent)?.organization !== organization) {
    throw badRequest('body field parent: the collection belongs to another organization.');
  }
}
