import { Reference } from '../../engine/data/reference.ts';
import { action, update } from '../../engine/fields/action.ts';
import { batchOf } from '../../engine/fields/batch.ts';
import { connection } from '../../engine/fields/connection.ts';
import { deletion } from '../../engine/fields/deletion.ts';
import { fromRecord } from '../../engine/fields/record.ts';
import { toParent } from '../../engine/fields/to-one.ts';
import { keyBelow, keyOf } from '../../engine/relay/global-id.ts';
import type {
  MemberResolvers,
  MemberSpaceEdgeResolvers,
  MembersMutationResolvers,
  MemberTeamEdgeResolvers,
} from '../../generated/resolvers.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { SpaceEntity } from '../spaces/contract.ts';
import { TeamEntity } from '../teams/contract.ts';
import { MemberEntity, members } from './contract.ts';

export const Member = {
  organization: toParent(OrganizationEntity),
  hasSso: fromRecord(({ sso }) => sso),
  isDisabled: fromRecord(({ disabled }) => disabled),
  spaceCount: fromRecord(({ spaces }) => spaces),
  teamCount: fromRecord(({ teams }) => teams),
  spaces: connection(
    members.spaces,
    ({ key }, { order }) => ({ path: key, query: { order } }),
    ({ space }) => (space == null ? null : Reference.of(SpaceEntity, {}, space, members.spaces)),
  ),
  teams: connection(
    members.teams,
    ({ key }, { title }) => ({ path: key, query: { title } }),
    ({ team }, { organizationId }) =>
      team == null ? null : Reference.of(TeamEntity, { organizationId }, team, members.teams),
  ),
} satisfies MemberResolvers;

export const MemberSpaceEdge = {
  role: ({ item }) => item.permission,
} satisfies MemberSpaceEdgeResolvers;

export const MemberTeamEdge = {
  role: ({ item }) => item.member?.role,
} satisfies MemberTeamEdgeResolvers;

/** The mutations of single records. */
const actions = {
  updateMember: update(
    members.update,
    ({ id, role }) => ({ path: keyOf(MemberEntity, id), body: { role } }),
    ({ record }) => ({ member: record(MemberEntity) }),
  ),
  removeMember: deletion(members.remove, MemberEntity, 'organization', OrganizationEntity),
  pingOrganization: action(
    members.ping,
    ({ organizationId }) => ({ path: keyBelow(OrganizationEntity, {}, organizationId) }),
    ({ result: { serviceVisitorClaims }, path }) => ({
      organization: Reference.to(OrganizationEntity, path),
      visitorClaims: serviceVisitorClaims,
    }),
  ),
  enableMemberSso: action(
    members.enableSso,
    ({ id }) => ({ path: keyOf(MemberEntity, id) }),
    ({ record }) => ({ member: record(MemberEntity) }),
  ),
} satisfies Omit<MembersMutationResolvers, 'removeMembers'>;

export const Mutation = {
  ...actions,
  removeMembers: batchOf(actions.removeMember, 'ids', 'id'),
} satisfies MembersMutationResolvers;
