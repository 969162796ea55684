import type { Member } from '../resources/members/contract.ts';
import { organizationFor } from './access.ts';
import { notFound } from './errors.ts';
import type { Session } from './handlers.ts';
import { accessibleSpaces, teamMembershipsOf } from './permissions.ts';
import type { MembershipRow } from './rows.ts';
import { pair, type Store } from './store.ts';
import { userById } from './users.ts';

/** A member's record; its id is the user's id. */
export function memberRecord(store: Store, row: MembershipRow): Member {
  return {
    object: 'member',
    id: row.user,
    role: row.role,
    user: userById(store, row.user),
    disabled: row.disabled,
    joinedAt: row.joinedAt,
    lastSeenAt: row.lastSeenAt,
    sso: row.sso,
    spaces: accessibleSpaces(store, row),
    teams: teamMembershipsOf(store, row).length,
  };
}

/**
 * Returns the membership if the caller has the permission in the organization. Members can always read their own.
 * @throws 404 for an unknown organization or member, 403 if the permission is missing.
 */
export function memberFor(
  session: Session,
  path: { organizationId: string; userId: string },
  permission: 'listMembers' | 'listTeams' | 'admin',
): MembershipRow {
  const isOwn = path.userId === session.caller.id && permission !== 'admin';
  organizationFor(session, path.organizationId, isOwn ? 'view' : permission);
  const membership = session.store.memberships.get(pair(path.organizationId, path.userId));
  if (membership === undefined) throw notFound('member', path.userId);
  return membership;
}

/** Resolves a user's id or e-mail address to the id of a member of the organization; undefined for any other user. */
export function memberIdOf(store: Store, organization: string, key: string): string | undefined {
  const ids = [key, ...store.users.by('email', key.toLowerCase()).map((user) => user.id)];
  return ids.find((id) => store.memberships.has(pair(organization, id)));
}
