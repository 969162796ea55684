import type { Team } from '../resources/teams/records.ts';
import { organizationFor } from './access.ts';
import { forbidden, notFound } from './errors.ts';
import type { Session } from './handlers.ts';
import { teamPermissions } from './permissions.ts';
import type { TeamRow } from './rows.ts';

export function teamRecord({ store, caller }: Session, row: TeamRow): Team {
  const spaces = store.grants.by('team', row.id).map((grant) => store.spaces.get(grant.space));
  return {
    object: 'team',
    id: row.id,
    title: row.title,
    members: store.teamMemberships.count('team', row.id),
    spaces: spaces.filter((space) => space !== undefined && space.deletedAt === undefined).length,
    createdAt: row.createdAt,
    permissions: teamPermissions(store, caller.id, row),
  };
}

/**
 * Returns the team in a request's path if the caller has the permission.
 * @throws 404 for an unknown organization or team, or a team that the caller cannot see; 403 if the permission is missing.
 */
export function teamFor(
  session: Session,
  path: { organizationId: string; teamId: string },
  permission: 'view' | 'admin',
): TeamRow {
  const { store, caller } = session;
  organizationFor(session, path.organizationId);
  const team = store.teams.get(path.teamId);
  if (team?.organization !== path.organizationId) throw notFound('team', path.teamId);
  const permissions = teamPermissions(store, caller.id, team);
  if (!permissions.view) throw notFound('team', path.teamId);
  if (!permissions[permission]) throw forbidden(`The "${permission}" permission on the team is required.`);
  return team;
}
