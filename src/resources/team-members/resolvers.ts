import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { embedded, toParent } from '../../engine/fields/to-one.ts';
import type { UserError } from '../../engine/fields/user-errors.ts';
import { fromRecord, property } from '../../engine/fields/values.ts';
import { globalId, keyOf, restId } from '../../engine/relay/global-id.ts';
import type {
  MutationResolvers,
  TeamMemberPermissionsResolvers,
  TeamMemberResolvers,
  TeamMembershipInput,
} from '../../generated/resolvers.ts';
import { MemberEntity } from '../members/contract.ts';
import { UserIdentity } from '../shared/contract.ts';
import { given } from '../shared/inputs.ts';
import { TeamEntity } from '../teams/contract.ts';
import { TeamMemberEntity, teamMembers } from './contract.ts';

export const TeamMember = {
  team: toParent([TeamEntity], ({ organizationId, teamId }) => Reference.to(TeamEntity, { organizationId, teamId })),
  member: embedded(MemberEntity, ({ organization }) => organization),
  role: fromRecord(({ team }) => team?.role),
} satisfies TeamMemberResolvers;

export const TeamMemberPermissions = {
  canView: property('view'),
} satisfies TeamMemberPermissionsResolvers;

export const Mutation = {
  updateTeamMembers: action(
    teamMembers.change,
    ({ teamId, addUserIds, removeUserIds, memberships }) => ({
      path: keyOf(TeamEntity, teamId),
      body: {
        add: given(addUserIds, users),
        remove: given(removeUserIds, users),
        memberships: given(memberships, byUser),
      },
      userErrors: namedAgain(memberships ?? []),
    }),
    ({ path }) => ({ team: Reference.to(TeamEntity, path) }),
    { add: 'addUserIds', remove: 'removeUserIds' },
  ),
  upsertTeamMember: action(
    teamMembers.set,
    ({ teamId, userId, role }) => ({
      path: { ...keyOf(TeamEntity, teamId), userId: restId(UserIdentity, userId) },
      body: { role },
    }),
    ({ path }) => ({ teamMember: Reference.to(TeamMemberEntity, path) }),
  ),
  removeTeamMember: action(
    teamMembers.remove,
    ({ id }) => ({ path: keyOf(TeamMemberEntity, id) }),
    ({ path }) => ({ deletedId: globalId(TeamMemberEntity, path) }),
  ),
} satisfies Pick<MutationResolvers, 'updateTeamMembers' | 'upsertTeamMember' | 'removeTeamMember'>;

/** Users by REST id or e-mail address. */
function users(named: readonly string[]): string[] {
  return named.map((user) => restId(UserIdentity, user));
}

/** REST takes the roles as an object, which can name each user once. */
function byUser(memberships: readonly TeamMembershipInput[]) {
  return Object.fromEntries(memberships.map(({ userId, role }) => [restId(UserIdentity, userId), { role }]));
}

/** The users that already have a role earlier in the list: the later one would silently win. */
function namedAgain(memberships: readonly TeamMembershipInput[]): UserError[] {
  const named = new Set<string>();
  return memberships.flatMap(({ userId }, i) => {
    const name = restId(UserIdentity, userId);
    const isNamed = named.has(name);
    named.add(name);
    return isNamed ? [{ field: ['memberships', String(i), 'userId'], message: doubled(userId), code: 'INVALID' }] : [];
  });
}

const doubled = (user: string) => `${JSON.stringify(user)} is named twice. Give each user one role.`;
