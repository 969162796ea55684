import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { embedded, keyEdge, record } from '../../engine/fields/fields.ts';
import type { UserError } from '../../engine/fields/user-errors.ts';
import { globalId, keyOf, restId } from '../../engine/relay/global-id.ts';
import type { MutationResolvers, TeamMemberResolvers, TeamMembershipInput } from '../../generated/resolvers.ts';
import { given } from '../shared/inputs.ts';
import { teamMembers } from './contract.ts';

export const TeamMember = {
  team: keyEdge(['Team'], ({ organizationId, teamId }) => Reference.to('Team', { organizationId, teamId })),
  member: embedded('Member', ({ organization }) => organization),
  role: record(({ team }) => team?.role),
} satisfies TeamMemberResolvers;

export const Mutation = {
  changeTeamMembers: action(
    teamMembers.change,
    ({ teamId, add, remove, memberships }) => ({
      path: keyOf('Team', teamId),
      body: { add: given(add, users), remove: given(remove, users), memberships: given(memberships, byUser) },
      userErrors: namedAgain(memberships ?? []),
    }),
    ({ path }) => ({ team: Reference.to('Team', path) }),
  ),
  setTeamMember: action(
    teamMembers.set,
    ({ teamId, userId, role }) => ({
      path: { ...keyOf('Team', teamId), userId: restId('User', userId) },
      body: { role },
    }),
    ({ path }) => ({ teamMember: Reference.to('TeamMember', path) }),
  ),
  removeTeamMember: action(
    teamMembers.remove,
    ({ id }) => ({ path: keyOf('TeamMember', id) }),
    ({ path }) => ({ deletedId: globalId('TeamMember', path) }),
  ),
} satisfies Pick<MutationResolvers, 'changeTeamMembers' | 'setTeamMember' | 'removeTeamMember'>;

/** Users as REST names them, by id or e-mail address. */
function users(named: readonly string[]): string[] {
  return named.map((user) => restId('User', user));
}

/** REST takes the roles as an object, which can name each user once. */
function byUser(memberships: readonly TeamMembershipInput[]) {
  return Object.fromEntries(memberships.map(({ user, role }) => [restId('User', user), { role }]));
}

/** The users that already have a role earlier in the list: the later one would silently win. */
function namedAgain(memberships: readonly TeamMembershipInput[]): UserError[] {
  const named = new Set<string>();
  return memberships.flatMap(({ user }, i) => {
    const name = restId('User', user);
    const isNamed = named.has(name);
    named.add(name);
    return isNamed ? [{ field: ['memberships', String(i), 'user'], message: doubled(user), code: 'INVALID' }] : [];
  });
}

const doubled = (user: string) => `${JSON.stringify(user)} is named twice. Give each user one role.`;
