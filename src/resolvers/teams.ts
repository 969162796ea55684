import { teamMembers } from '../contract/team-members.ts';
import { teams } from '../contract/teams.ts';
import type { MutationResolvers, TeamResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { globalId, keyBelow, keyOf, restId } from '../relay/ids.ts';
import { action } from './actions.ts';
import { counted } from './counted.ts';
import { connection, keyEdge, record } from './fields.ts';
import { given } from './inputs.ts';

export const Team = {
  organization: keyEdge(['Organization'], ({ organizationId }) => Reference.to('Organization', { organizationId })),
  memberCount: record(({ members }) => members),
  spaceCount: record(({ spaces }) => spaces),
  // The record's `members` is the member count.
  members: counted(
    ({ members }) => members,
    connection(teamMembers.list, ({ key }) => ({ path: key })),
  ),
} satisfies TeamResolvers;

export const Mutation = {
  createTeam: action(
    teams.create,
    ({ organizationId, title, memberIds }) => ({
      path: keyBelow('Organization', {}, organizationId),
      body: { title, members: given(memberIds, (ids) => ids.map((id) => restId('User', id))) },
    }),
    ({ result, path }) => ({ team: Reference.of('Team', path, result, teams.create) }),
    { members: 'memberIds' },
  ),
  updateTeam: action(
    teams.update,
    ({ id, title }) => ({ path: keyOf('Team', id), body: { title } }),
    ({ result, path }) => ({ team: Reference.of('Team', path, result, teams.update) }),
  ),
  deleteTeam: action(
    teams.delete,
    ({ id }) => ({ path: keyOf('Team', id) }),
    ({ path }) => ({ deletedId: globalId('Team', path) }),
  ),
} satisfies Pick<MutationResolvers, 'createTeam' | 'updateTeam' | 'deleteTeam'>;
