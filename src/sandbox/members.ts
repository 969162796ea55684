import { createHmac } from 'node:crypto';
import type { Contract } from '../resources/contract.ts';
import { organizationFor } from './access.ts';
import { conflict, oneOf } from './errors.ts';
import { byTime, contains, parseOrder } from './filters.ts';
import type { Handlers } from './handlers.ts';
import { memberFor, memberRecord } from './member-records.ts';
import { spaceRole, teamMembershipsOf } from './permissions.ts';
import type { MembershipRow, UserRow } from './rows.ts';
import { spaceRecord } from './space-records.ts';
import type { Store } from './store.ts';
import { teamRecord } from './team-records.ts';

/**
 * Members of organizations. Reading them requires the `listMembers` permission, changing them `admin`; members can always
 * read their own record, spaces and teams. Lists are sorted newest first unless `order` is `asc`.
 */
export const members: Handlers<Contract['members']> = {
  list: ({ path, query, paginate, ...session }) => {
    const { store } = session;
    organizationFor(session, path.organizationId, 'listMembers');
    const rows = store.memberships.by('organization', path.organizationId).filter((row) => matches(store, row, query));
    return paginate(sorted(rows, query), (row) => memberRecord(store, row));
  },

  get: ({ path, ...session }) => memberRecord(session.store, memberFor(session, path, 'listMembers')),

  /** Also removes the user from the organization's teams. */
  remove: ({ path, ...session }) => {
    const { store } = session;
    const membership = memberFor(session, path, 'admin');
    requireAnotherAdmin(store, membership);
    for (const row of teamMembershipsOf(store, membership)) store.teamMemberships.remove(row);
    store.memberships.remove(membership);
  },

  update: ({ path, body, ...session }) => {
    const { store } = session;
    const membership = memberFor(session, path, 'admin');
    if (body.role !== undefined) {
      if (body.role !== 'admin') requireAnotherAdmin(store, membership);
      store.memberships.update(membership, { role: body.role });
    }
    return memberRecord(store, membership);
  },

  /** Sets the caller's `lastSeenAt` to the current time. */
  ping: ({ path, ...session }) => {
    const { store, caller } = session;
    const membership = memberFor(session, { ...path, userId: caller.id }, 'listMembers');
    store.memberships.update(membership, { lastSeenAt: store.clock.iso() });
    return { serviceVisitorClaims: visitorClaims(caller, membership, store.clock.now()) };
  },

  enableSso: ({ path, ...session }) => {
    const membership = memberFor(session, path, 'admin');
    return memberRecord(session.store, session.store.memberships.update(membership, { sso: true }));
  },

  /** Sorted by the time of each space's last update. */
  spaces: ({ path, query, paginate, ...session }) => {
    const { store } = session;
    const membership = memberFor(session, path, 'listMembers');
    const found = store.spaces.by('organization', path.organizationId).flatMap((space) => {
      const permission = spaceRole(store, membership.user, space);
      return permission === undefined ? [] : [{ permission, space }];
    });
    const rows = byTime(found, ({ space }) => space.updatedAt, parseOrder(query.order));
    return paginate(rows, ({ permission, space }) => ({ permission, space: spaceRecord(session, space) }));
  },

  /** In the order of the organization's teams. */
  teams: ({ path, query, paginate, ...session }) => {
    const { store } = session;
    const membership = memberFor(session, path, 'listTeams');
    const roles = new Map(teamMembershipsOf(store, membership).map(({ team, role }) => [team, role]));
    const rows = store.teams.by('organization', path.organizationId).flatMap((team) => {
      const role = roles.get(team.id);
      return role !== undefined && contains(team.title, query.title) ? [{ team, role }] : [];
    });
    return paginate(rows, ({ team, role }) => ({ team: teamRecord(session, team), member: { role } }));
  },
};

type Filters = Parameters<typeof members.list>[0]['query'];

function matches(store: Store, row: MembershipRow, { role, search }: Filters): boolean {
  if (role !== undefined && row.role !== role) return false;
  if (search === undefined) return true;
  const user = store.users.get(row.user);
  return user !== undefined && (contains(user.displayName, search) || contains(user.email, search));
}

/** Sorting by `lastSeenAt` excludes disabled members; members who were never seen count as the oldest. */
function sorted(rows: readonly MembershipRow[], { sort = 'joinedAt', order }: Filters): MembershipRow[] {
  const direction = parseOrder(order);
  if (oneOf('sort', sort, ['joinedAt', 'lastSeenAt']) === 'joinedAt') {
    return byTime(rows, (row) => row.joinedAt, direction);
  }
  const active = rows.filter((row) => !row.disabled);
  return byTime(active, (row) => row.lastSeenAt ?? '', direction);
}

/** @throws 409 if the organization would lose its last admin, because nobody could manage it then. */
function requireAnotherAdmin(store: Store, membership: MembershipRow): void {
  const isAdmin = (row: MembershipRow) => row.role === 'admin' && !row.disabled;
  if (!isAdmin(membership)) return;
  const others = store.memberships
    .by('organization', membership.organization)
    .filter((row) => row !== membership && isAdmin(row));
  if (others.length === 0)
    throw conflict('An organization needs at least one admin. Make another member an admin first.');
}

/** A signed JWT that identifies the visitor to a published site. Its key is fixed and not a secret. */
function visitorClaims(user: UserRow, membership: MembershipRow, now: number): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    sub: user.id,
    organization: membership.organization,
    role: membership.role,
    iat: Math.floor(now / 1000),
  };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', 'sandbox').update(signed).digest('base64url')}`;
}
