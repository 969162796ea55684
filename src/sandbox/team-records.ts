import type { Team } from '../resources/teams/records.ts';
import { organizationFor } from './access.ts';
import { forbidden, notFound } from './errors.ts';
import type { Session } from './handlers.ts';
import type { TeamRow } from './records.ts';
import { teamRights } from './rights.ts';

/** A team's record as the caller sees it. */
export function teamRecord({ store, caller }: Session, row: TeamRow): Team {
  const spaces = store.grants.by('team', row.id).map((grant) => store.spaces.get(grant.space));
  return {
    object: 'team',
    id: row.id,
    title: row.title,
    members: store.teamMemberships.count('team', row.id),
    spaces: spaces.filter((space) => space !== undefined && space.deletedAt === undefined).length,
    createdAt: row.createdAt,
    permissions: teamRights(store, caller.id, row),
  };
}

/**
 * The team that a path names, if the caller has the right.
 * @throws 404 for an unknown organization or team, and for a team the caller can't see; 403 where the right is missing.
 */
export function teamFor(
  session: Session,
  path: { organizationId: string; teamId: string },
  right: 'view' | 'admin',
): TeamRow {
  const { store, caller } = session;
  organizationFor(session, path.organizationId);
  const team = store.teams.get(path.teamId);
  if (team?.organization !== path.organizationId) throw notFound('team', path.teamId);
  const rights = teamRights(store, caller.id, team);
  if (!rights.view) throw notFound('team', path.teamId);
  if (!rights[right]) throw forbidden(`The permission "${right}" on the team is needed.`);
  return team;
}
