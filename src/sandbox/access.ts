import { day } from './clock.ts';
import { badField, conflict, forbidden, notFound, RestError } from './errors.ts';
import type { Session } from './handlers.ts';
import {
  type CollectionPermission,
  collectionPermissions,
  collectionRole,
  type OrganizationPermission,
  organizationPermissions,
  permissionsOn,
  type SpacePermission,
} from './permissions.ts';
import { checkShareKey, isOpenedByAny, sitesWith } from './publishing.ts';
import type { CollectionRow, OrganizationRow, SpaceRow } from './rows.ts';

/** How long a deleted space can be restored, in milliseconds (contract part 1, limits). */
const restoreWindow = 7 * day;

/**
 * Returns the organization if the caller is a member of it and has the permission.
 * @throws 404 if it does not exist or the caller is not a member, 403 if the permission is missing.
 */
export function organizationFor(
  session: Session,
  id: string,
  permission: OrganizationPermission = 'view',
): OrganizationRow {
  const { store, caller } = session;
  const organization = store.organizations.get(id);
  if (organization === undefined) throw notFound('organization', id);
  const permissions = organizationPermissions(store, caller.id, organization);
  if (!permissions.view) throw notFound('organization', id);
  if (!permissions[permission]) throw forbidden(`The "${permission}" permission on the organization is required.`);
  return organization;
}

/**
 * Returns the space if the caller can see it and has the permission. A deleted space can be read, but not changed, until
 * its restore window ends.
 * @throws 404, 403, or 409 for a change to a deleted space.
 */
export function spaceFor(session: Session, id: string, permission: SpacePermission = 'view'): SpaceRow {
  const space = spaceIncludingDeletedFor(session, id, permission);
  if (permission !== 'view' && permission !== 'access') requireNotDeleted(space);
  return space;
}

/** @throws 409 for a deleted space. */
export function requireNotDeleted({ id, deletedAt }: SpaceRow): void {
  if (deletedAt !== undefined) throw conflict(`The space "${id}" is deleted. Restore it before changing it.`);
}

/**
 * Returns the space for reading its record, with or without a share key. The key of a published site opens its spaces to
 * callers who are not members.
 * @throws 404, or 403 for an invalid key where one is needed.
 */
export function viewableSpace(session: Session, id: string, shareKey: string | undefined): SpaceRow {
  const { store } = session;
  const sites = sitesWith(store, id);
  const space = store.spaces.get(id);
  const published = sites.filter((site) => site.published);
  if (space?.deletedAt === undefined) checkShareKey(store, published, shareKey);
  if (space !== undefined && space.deletedAt === undefined && isOpenedByAny(store, sites, shareKey)) return space;
  const visible = spaceFor(session, id);
  checkShareKey(store, sites, shareKey);
  return visible;
}

/** Like `spaceFor`, for the actions that are allowed on a deleted space. */
export function spaceIncludingDeletedFor(session: Session, id: string, permission: SpacePermission): SpaceRow {
  const { store, caller } = session;
  const space = store.spaces.get(id);
  if (space === undefined || isPurged(space, store.clock.now())) throw notFound('space', id);
  const permissions = permissionsOn(store, caller.id, space);
  if (!permissions.view) throw notFound('space', id);
  if (!permissions[permission]) throw forbidden(`The "${permission}" permission on the space is required.`);
  return space;
}

/** Whether the restore window of a deleted space has ended. */
export function isPurged(space: SpaceRow, now: number): boolean {
  return space.deletedAt !== undefined && Date.parse(space.deletedAt) + restoreWindow <= now;
}

/**
 * Returns the collection if the caller can see it and has the permission.
 * @throws 404 or 403.
 */
export function collectionFor(session: Session, id: string, permission: CollectionPermission = 'view'): CollectionRow {
  const { store, caller } = session;
  const collection = store.collections.get(id);
  const permissions = collectionPermissions(collection && collectionRole(store, caller.id, collection));
  if (collection === undefined || !permissions.view) throw notFound('collection', id);
  if (!permissions[permission]) throw forbidden(`The "${permission}" permission on the collection is required.`);
  return collection;
}

/** Returns what a field of the body names, as `find` does. @throws 400 for the field in place of 404, which is for the path. */
export function namedBy<Row>(field: string, find: () => Row): Row {
  return withoutNotFound(find, (message) => badField(field, message));
}

/** Returns what a record refers to, as `find` does. @throws 403 in place of 404: the request names only the record. */
export function referredToBy<Row>(what: string, find: () => Row): Row {
  return withoutNotFound(find, () => forbidden(`You cannot see the ${what}.`));
}

function withoutNotFound<Row>(find: () => Row, instead: (message: string) => RestError): Row {
  try {
    return find();
  } catch (error) {
    throw error instanceof RestError && error.status === 404 ? instead(error.message) : error;
  }
}
