import type { Member } from '../resources/members/contract.ts';
import { organizationFor } from './access.ts';
import { notFound } from './errors.ts';
import type { Session } from './handlers.ts';
import type { MembershipRow } from './records.ts';
import { accessibleSpaces } from './rights.ts';
import { pair, type Store } from './store.ts';
import { userById } from './users.ts';

/** A member's record; its id is the user's. */
export function memberRecord(store: Store, row: MembershipRow): Member {
  const user = userById(store, row.user);
  return {
    object: 'member',
    id: row.user,
    role: row.role,
    ...(user === undefined ? {} : { user }),
    disabled: row.disabled,
    joinedAt: row.joinedAt,
    ...(row.lastSeenAt === undefined ? {} : { lastSeenAt: row.lastSeenAt }),
    sso: row.sso,
    spaces: accessibleSpaces(store, row),
    teams: store.teamMemberships.count('member', pair(row.organization, row.user)),
  };
}

/**
 * The membership that a path names, if the caller has the right in the organization; to look at themselves members need none.
 * @throws 404 for an unknown organization or member, 403 where the right is missing.
 */
export function memberFor(
  session: Session,
  path: { organizationId: string; userId: string },
  right: 'listMembers' | 'listTeams' | 'admin',
): MembershipRow {
  const self = path.userId === session.caller.id && right !== 'admin';
  organizationFor(session, path.organizationId, self ? 'view' : right);
  const membership = session.store.memberships.get(pair(path.organizationId, path.userId));
  if (membership === undefined) throw notFound('member', path.userId);
  return membership;
}

/** The id of a member of an organization from the user's id or e-mail address; undefined for anyone else. */
export function memberIdOf(store: Store, organization: string, key: string): string | undefined {
  const ids = [key, ...store.users.by('email', key.toLowerCase()).map((user) => user.id)];
  return ids.find((id) => store.memberships.has(pair(organization, id)));
}
