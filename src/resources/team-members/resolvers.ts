import type { Key } from '../../engine/contract/entity.ts';
import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { batchOf } from '../../engine/fields/batch.ts';
import { deletion } from '../../engine/fields/deletion.ts';
import { property } from '../../engine/fields/property.ts';
import { embedded, fromRecord } from '../../engine/fields/record.ts';
import { toParent } from '../../engine/fields/to-one.ts';
import type { UserError } from '../../engine/fields/user-errors.ts';
import { unknownPart } from '../../engine/relay/expected-id.ts';
import { keyOf, restIdBelow } from '../../engine/relay/global-id.ts';
import type { IdArgument } from '../../engine/relay/input-id.ts';
import type {
  TeamMemberPermissionsResolvers,
  TeamMemberResolvers,
  TeamMembershipInput,
  TeamMembersMutationResolvers,
} from '../../generated/resolvers.ts';
import { MemberEntity } from '../members/contract.ts';
import { given, givenEach } from '../shared/inputs.ts';
import { TeamEntity } from '../teams/contract.ts';
import { TeamMemberEntity, teamMembers } from './contract.ts';

export const TeamMember = {
  team: toParent(TeamEntity),
  member: embedded(MemberEntity, ({ organization }) => organization),
  role: fromRecord(({ team }) => team?.role),
} satisfies TeamMemberResolvers;

export const TeamMemberPermissions = {
  canView: property('view'),
} satisfies TeamMemberPermissionsResolvers;

/** A user by REST id or e-mail address, with a role in the team. */
type RoleOfUser = readonly [user: string, membership: { role: TeamMembershipInput['role'] }];

/** The mutations of single records. */
const actions = {
  updateTeamMembers: action(
    teamMembers.change,
    function* ({ teamId, addUserIds, removeUserIds, memberships }) {
      const team = keyOf(TeamEntity, teamId);
      const user = (id: IdArgument) => userIn(team, id);
      const roleOf = ({ userId, role }: TeamMembershipInput): RoleOfUser => [user(userId), { role }];
      const roles = yield* givenEach(memberships, roleOf);
      return {
        path: team,
        body: {
          add: yield* givenEach(addUserIds, user),
          remove: yield* givenEach(removeUserIds, user),
          memberships: given(roles, (all) => Object.fromEntries(all)),
        },
        itemKeys: { memberships: (roles ?? []).map(([user]) => user) },
        userErrors: namedAgain(roles ?? []),
      };
    },
    ({ path }) => ({ team: Reference.to(TeamEntity, path) }),
    { add: 'addUserIds', remove: 'removeUserIds' },
  ),
  upsertTeamMember: action(
    teamMembers.set,
    ({ teamId, userId, role }) => {
      const team = keyOf(TeamEntity, teamId);
      return { path: { ...team, userId: restIdBelow(MemberEntity, team, userId) }, body: { role } };
    },
    ({ path }) => ({ teamMember: Reference.to(TeamMemberEntity, path) }),
  ),
  removeTeamMember: deletion(teamMembers.remove, TeamMemberEntity, 'team', TeamEntity),
} satisfies Omit<TeamMembersMutationResolvers, 'upsertTeamMembers'>;

export const Mutation = {
  ...actions,
  upsertTeamMembers: batchOf(actions.upsertTeamMember, 'userIds', 'userId'),
} satisfies TeamMembersMutationResolvers;

/** A user in a body: an email address may contain what no path can. */
function userIn(team: Key, id: IdArgument): string {
  const text = typeof id === 'string' ? id : id.text;
  return text.includes('@') ? text : restIdBelow(MemberEntity, team, id);
}

/** The users that already have a role earlier in the list: REST takes the roles by user, so that the later one would win. */
function namedAgain(roles: readonly RoleOfUser[]): UserError[] {
  const named = new Set<string>();
  return roles.flatMap(([user], i) => {
    // Ids that are not known yet are compared once they are.
    if (user === unknownPart) return [];
    const isNamed = named.has(user);
    named.add(user);
    return isNamed ? [{ field: ['memberships', String(i), 'userId'], message: doubled(user), code: 'INVALID' }] : [];
  });
}

const doubled = (user: string) => `${JSON.stringify(user)} is named twice. Give each user one role.`;
