import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { connection, keyEdge, record } from '../../engine/fields/fields.ts';
import { counted } from '../../engine/fields/skip-when-empty.ts';
import { globalId, keyBelow, keyOf, restId } from '../../engine/relay/global-id.ts';
import type { MutationResolvers, TeamResolvers } from '../../generated/resolvers.ts';
import { given } from '../shared/inputs.ts';
import { teamMembers } from '../team-members/contract.ts';
import { teams } from './contract.ts';

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
