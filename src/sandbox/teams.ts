import type { Contract } from '../resources/contract.ts';
import { organizationFor } from './access.ts';
import { badField } from './errors.ts';
import { contains } from './filters.ts';
import type { Handlers } from './handlers.ts';
import { organizationPermissions, teamPermissions } from './permissions.ts';
import { pair } from './store.ts';
import { teamFor, teamRecord } from './team-records.ts';

/** Teams. Creating one requires the `ownTeam` permission; its owners and the organization's admins manage it. */
export const teams: Handlers<Contract['teams']> = {
  list: ({ path, query, paginate, ...session }) => {
    const { store } = session;
    organizationFor(session, path.organizationId, 'listTeams');
    const { owner, title } = query;
    const rows = store.teams
      .by('organization', path.organizationId)
      .filter((team) => contains(team.title, title))
      .filter((team) => owner === undefined || teamPermissions(store, owner, team).admin);
    return paginate(rows, (team) => teamRecord(session, team));
  },

  /** A creator who is not an admin becomes the team's owner, and can manage it. */
  create: ({ path, body, ...session }) => {
    const { store, caller } = session;
    const organization = organizationFor(session, path.organizationId, 'ownTeam');
    const members = new Set(body.members);
    for (const [i, user] of (body.members ?? []).entries()) {
      if (!store.memberships.has(pair(organization.id, user))) {
        throw badField(`members.${i}`, `"${user}" is not a member of the organization.`);
      }
    }
    const { id } = store.teams.insert({
      id: store.newId(),
      organization: organization.id,
      title: body.title,
      createdAt: store.clock.iso(),
    });
    const isOwner = !organizationPermissions(store, caller.id, organization).admin;
    if (isOwner) members.add(caller.id);
    for (const user of members) {
      const role = isOwner && user === caller.id ? 'owner' : 'member';
      store.teamMemberships.insert({ organization: organization.id, team: id, user, role });
    }
    return teamRecord(session, teamFor(session, { ...path, teamId: id }, 'view'));
  },

  get: ({ path, ...session }) => teamRecord(session, teamFor(session, path, 'view')),

  /** Deletes its memberships and grants, and removes it as the default team of SAML providers. */
  delete: ({ path, ...session }) => {
    const { store } = session;
    const team = teamFor(session, path, 'admin');
    for (const row of store.teamMemberships.by('team', team.id)) store.teamMemberships.remove(row);
    for (const row of store.grants.by('team', team.id)) store.grants.remove(row);
    for (const provider of store.samlProviders.by('organization', team.organization)) {
      if (provider.defaultTeam === team.id) store.samlProviders.update(provider, { defaultTeam: undefined });
    }
    store.teams.remove(team);
  },

  update: ({ path, body, ...session }) => {
    const team = teamFor(session, path, 'admin');
    return teamRecord(session, session.store.teams.update(team, { title: body.title }));
  },
};
