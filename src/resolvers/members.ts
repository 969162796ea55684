import { members } from '../contract/members.ts';
import type { MemberResolvers, MemberSpaceEdgeResolvers, MemberTeamEdgeResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { connection, keyEdge, record } from './fields.ts';

export const Member = {
  organization: keyEdge(['Organization'], ({ organizationId }) => Reference.to('Organization', { organizationId })),
  isDisabled: record(({ disabled }) => disabled),
  spaceCount: record(({ spaces }) => spaces),
  teamCount: record(({ teams }) => teams),
  spaces: connection(
    members.spaces,
    ({ key }, { order }) => ({ path: key, query: { order } }),
    ({ space }) => (space == null ? null : Reference.of('Space', {}, space, members.spaces)),
  ),
  teams: connection(
    members.teams,
    ({ key }, { title }) => ({ path: key, query: { title } }),
    ({ team }, { organizationId }) =>
      team == null ? null : Reference.of('Team', { organizationId }, team, members.teams),
  ),
} satisfies MemberResolvers;

export const MemberSpaceEdge = {
  permission: ({ item }) => item.permission,
} satisfies MemberSpaceEdgeResolvers;

export const MemberTeamEdge = {
  role: ({ item }) => item.member?.role,
} satisfies MemberTeamEdgeResolvers;
