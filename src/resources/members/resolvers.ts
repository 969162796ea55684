import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { connection, keyEdge, record } from '../../engine/fields/fields.ts';
import { globalId, keyBelow, keyOf } from '../../engine/relay/global-id.ts';
import type {
  MemberResolvers,
  MemberSpaceEdgeResolvers,
  MemberTeamEdgeResolvers,
  MutationResolvers,
} from '../../generated/resolvers.ts';
import { members } from './contract.ts';

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

export const Mutation = {
  updateMember: action(
    members.update,
    ({ id, role }) => ({ path: keyOf('Member', id), body: { role } }),
    ({ result, path }) => ({ member: Reference.of('Member', path, result, members.update) }),
  ),
  removeMember: action(
    members.remove,
    ({ id }) => ({ path: keyOf('Member', id) }),
    ({ path }) => ({ deletedId: globalId('Member', path) }),
  ),
  pingOrganization: action(
    members.ping,
    ({ organizationId }) => ({ path: keyBelow('Organization', {}, organizationId) }),
    ({ result: { serviceVisitorClaims }, path }) => ({
      organization: Reference.to('Organization', path),
      visitorClaims: serviceVisitorClaims,
    }),
  ),
  enableMemberSso: action(
    members.enableSso,
    ({ id }) => ({ path: keyOf('Member', id) }),
    ({ result, path }) => ({ member: Reference.of('Member', path, result, members.enableSso) }),
  ),
} satisfies Pick<MutationResolvers, 'updateMember' | 'removeMember' | 'pingOrganization' | 'enableMemberSso'>;
