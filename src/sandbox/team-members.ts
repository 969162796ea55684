import type { Contract } from '../resources/contract.ts';
import { badRequest, notFound } from './errors.ts';
import type { Handlers } from './handlers.ts';
import { memberIdOf, memberRecord } from './member-records.ts';
import type { TeamRole, TeamRow } from './records.ts';
import { activeMembership, atLeast } from './rights.ts';
import { pair, type Store } from './store.ts';
import { teamFor } from './team-records.ts';

/** Who is in a team. Whoever sees the team sees its members; its owners and the organization's admins change them. */
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

  /** Users are named by id or e-mail address. A user who is to be removed is, whatever else is asked for them. */
  change: ({ path, body, ...session }) => {
    const { store } = session;
    const team = teamFor(session, path, 'admin');
    const idOf = (field: string, key: string) => memberId(store, team, `body field ${field}`, key);
    const removed = (body.remove ?? []).map((key) => idOf('remove', key));
    const added = (body.add ?? []).map((key) => idOf('add', key));
    const assigned = Object.entries(body.memberships ?? {}).map(
      ([key, { role }]) => [idOf('memberships', key), role] as const,
    );
    for (const user of added) join(store, team, user);
    for (const [user, role] of assigned) join(store, team, user, role);
    for (const user of removed) leave(store, team, user);
  },

  /** Without a `role` a new member gets `member`, and one who is there already keeps theirs. */
  set: ({ path, body, ...session }) => {
    const { store } = session;
    const team = teamFor(session, path, 'admin');
    if (!store.memberships.has(pair(team.organization, path.userId))) throw notFound('member', path.userId);
    join(store, team, path.userId, body.role);
  },

  remove: ({ path, ...session }) => {
    const team = teamFor(session, path, 'admin');
    if (!leave(session.store, team, path.userId)) throw notFound('member of the team', path.userId);
  },
};

function memberId(store: Store, team: TeamRow, place: string, key: string): string {
  const id = memberIdOf(store, team.organization, key);
  if (id === undefined) throw badRequest(`${place}: "${key}" is no member of the organization.`);
  return id;
}

function join(store: Store, team: TeamRow, user: string, role?: TeamRole): void {
  const present = store.teamMemberships.get(pair(team.id, user));
  const { organization, id } = team;
  if (present === undefined) store.teamMemberships.insert({ organization, team: id, user, role: role ?? 'member' });
  else if (role !== undefined) store.teamMemberships.update(present, { role });
}

/** Whether the user was in the team. */
function leave(store: Store, team: TeamRow, user: string): boolean {
  const present = store.teamMemberships.get(pair(team.id, user));
  if (present !== undefined) store.teamMemberships.remove(present);
  return present !== undefined;
}
