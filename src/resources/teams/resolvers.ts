import { action, update } from '../../engine/fields/action.ts';
import { connection } from '../../engine/fields/connection.ts';
import { deletion } from '../../engine/fields/deletion.ts';
import { property } from '../../engine/fields/property.ts';
import { fromRecord } from '../../engine/fields/record.ts';
import { toParent } from '../../engine/fields/to-one.ts';
import { keyBelow, keyOf, restIdBelow } from '../../engine/relay/global-id.ts';
import type { TeamPermissionsResolvers, TeamResolvers, TeamsMutationResolvers } from '../../generated/resolvers.ts';
import { MemberEntity } from '../members/contract.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { givenEach } from '../shared/inputs.ts';
import { ofParent } from '../shared/requests.ts';
import { TeamMemberEntity, teamMembers } from '../team-members/contract.ts';
import { TeamEntity, teams } from './contract.ts';

export const Team = {
  organization: toParent(OrganizationEntity),
  memberCount: fromRecord(({ members }) => members),
  spaceCount: fromRecord(({ spaces }) => spaces),
  // The record's `members` is the member count.
  members: connection(teamMembers.list, ofParent, TeamMemberEntity, {
    count: ({ members }) => members,
  }),
} satisfies TeamResolvers;

export const TeamPermissions = {
  canAdminister: property('admin'),
  canView: property('view'),
} satisfies TeamPermissionsResolvers;

export const Mutation = {
  createTeam: action(
    teams.create,
    function* ({ organizationId, title, memberIds }) {
      const path = keyBelow(OrganizationEntity, {}, organizationId);
      const members = yield* givenEach(memberIds, (id) => restIdBelow(MemberEntity, path, id));
      return { path, body: { title, members } };
    },
    ({ record }) => ({ team: record(TeamEntity) }),
    { members: 'memberIds' },
  ),
  updateTeam: update(
    teams.update,
    ({ id, title }) => ({ path: keyOf(TeamEntity, id), body: { title } }),
    ({ record }) => ({ team: record(TeamEntity) }),
  ),
  deleteTeam: deletion(teams.delete, TeamEntity, 'organization', OrganizationEntity),
} satisfies TeamsMutationResolvers;
