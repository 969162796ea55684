import { day } from './clock.ts';
import { conflict, forbidden, notFound } from './errors.ts';
import type { Session } from './handlers.ts';
import type { CollectionRow, OrganizationRow, SpaceRow } from './records.ts';
import {
  type CollectionRight,
  collectionRights,
  collectionRole,
  type OrganizationRight,
  organizationRights,
  type SpaceRight,
  spaceRights,
  spaceRole,
} from './rights.ts';

/** How long a deleted space can be restored, in milliseconds (contract part 1, limits). */
const restoreWindow = 7 * day;

/**
 * The organization, if the caller is a member of it and has the right.
 * @throws 404 where it does not exist or the caller is no member, 403 where the right is missing.
 */
export function organizationFor(session: Session, id: string, right: OrganizationRight = 'view'): OrganizationRow {
  const { store, caller } = session;
  const organization = store.organizations.get(id);
  if (organization === undefined) throw notFound('organization', id);
  const rights = organizationRights(store, caller.id, organization);
  if (!rights.view) throw notFound('organization', id);
  if (!rights[right]) throw forbidden(`The permission "${right}" on the organization is needed.`);
  return organization;
}

/**
 * The space, if the caller can see it and has the right. A deleted space can be looked at, but not changed, until its
 * restore window ends.
 * @throws 404, 403, or 409 for a change to a deleted space.
 */
export function spaceFor(session: Session, id: string, right: SpaceRight = 'view'): SpaceRow {
  const space = spaceEvenDeletedFor(session, id, right);
  if (space.deletedAt !== undefined && right !== 'view') {
    throw conflict(`The space "${id}" is deleted. Restore it before changing it.`);
  }
  return space;
}

/** As `spaceFor`, for the actions that a deleted space allows. */
export function spaceEvenDeletedFor(session: Session, id: string, right: SpaceRight): SpaceRow {
  const { store, caller } = session;
  const space = store.spaces.get(id);
  if (space === undefined || isGone(space, store.clock.now())) throw notFound('space', id);
  const rights = spaceRights(spaceRole(store, caller.id, space));
  if (!rights.view) throw notFound('space', id);
  if (!rights[right]) throw forbidden(`The permission "${right}" on the space is needed.`);
  return space;
}

/** Whether a space was deleted longer ago than it can be restored. */
export function isGone(space: SpaceRow, now: number): boolean {
  return space.deletedAt !== undefined && Date.parse(space.deletedAt) + restoreWindow <= now;
}

/**
 * The collection, if the caller can see it and has the right.
 * @throws 404 or 403.
 */
export function collectionFor(session: Session, id: string, right: CollectionRight = 'view'): CollectionRow {
  const { store, caller } = session;
  const collection = store.collections.get(id);
  const rights = collectionRights(collection && collectionRole(store, caller.id, collection));
  if (collection === undefined || !rights.view) throw notFound('collection', id);
  if (!rights[right]) throw forbidden(`The permission "${right}" on the collection is needed.`);
  return collection;
}
