import type { Contract } from '../resources/contract.ts';
import { badField, notFound } from './errors.ts';
import type { Handlers } from './handlers.ts';
import { memberIdOf, memberRecord } from './member-records.ts';
import { activeMembership, atLeast } from './permissions.ts';
import type { TeamRole, TeamRow } from './rows.ts';
import { pair, type Store } from './store.ts';
import { teamFor } from './team-records.ts';

/** Members of teams. Callers who can see a team see its members; its owners and the organization's admins change them. */
export const teamMembers: Handlers<Contract['teamMembers']> = {
  list: ({ path, paginate, ...session }) => {
    const { store, caller } = session;
    const team = teamFor(session, path, 'view');
    const seesAll = atLeast(activeMembership(store, caller.id, team.organization)?.role, 'read');
    const rows = store.teamMemberships.by('team', team.id).flatMap((row) => {
      const member = store.memberships.get(pair(row.organization, row.user));
      return member === undefined ? [] : [{ member, role: row.role }];
    });
    return paginate(rows, ({ member, role }) => ({
      organization: memberRecord(store, member),
      team: { role },
      permissions: { view: seesAll || member.user === caller.id },
    }));
  },

  /** Users are identified by id or e-mail address. `remove` wins over `add` and `memberships`. */
  change: ({ path, body, ...session }) => {
    const { store } = session;
    const team = teamFor(session, path, 'admin');
    const removed = (body.remove ?? []).map((key, i) => memberId(store, team, ['remove', String(i)], key));
    const added = (body.add ?? []).map((key, i) => memberId(store, team, ['add', String(i)], key));
    const assigned = Object.entries(body.memberships ?? {}).map(
      ([key, { role }]) => [memberId(store, team, ['memberships', key], key), role] as const,
    );
    for (const user of added) addMember(store, team, user);
    for (const [user, role] of assigned) addMember(store, team, user, role);
    for (const user of removed) removeMember(store, team, user);
  },

  /** Without a `role`, a new member gets `member`, and an existing member keeps the current role. */
  set: ({ path, body, ...session }) => {
    const { store } = session;
    const team = teamFor(session, path, 'admin');
    if (!store.memberships.has(pair(team.organization, path.userId))) throw notFound('member', path.userId);
    addMember(store, team, path.userId, body.role);
  },

  remove: ({ path, ...session }) => {
    const team = teamFor(session, path, 'admin');
    if (!removeMember(session.store, team, path.userId)) throw notFound('member of the team', path.userId);
  },
};

function memberId(store: Store, team: TeamRow, field: readonly string[], key: string): string {
  const id = memberIdOf(store, team.organization, key);
  if (id === undefined) throw badField(field, `"${key}" is not a member of the organization.`);
  return id;
}

function addMember(store: Store, team: TeamRow, user: string, role?: TeamRole): void {
  const membership = store.teamMemberships.get(pair(team.id, user));
  const { organization, id } = team;
  if (membership === undefined) store.teamMemberships.insert({ organization, team: id, user, role: role ?? 'member' });
  else if (role !== undefined) store.teamMemberships.update(membership, { role });
}

/** Returns whether the user was in the team. */
function removeMember(store: Store, team: TeamRow, user: string): boolean {
  const membership = store.teamMemberships.get(pair(team.id, user));
  if (membership !== undefined) store.teamMemberships.remove(membership);
  return membership !== undefined;
}
