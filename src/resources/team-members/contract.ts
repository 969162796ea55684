import { z } from 'zod';
import { action, remove } from '../../engine/contract/endpoint.ts';
import { entity } from '../../engine/contract/entity.ts';
import { list, resource } from '../dialect.ts';
import { MemberEntity, member } from '../members/contract.ts';
import { permissions } from '../shared/contract.ts';
import { teamRole } from '../teams/records.ts';

export const teamMember = z.object({
  organization: member.optional(),
  team: z.object({ role: teamRole }).optional(),
  permissions: permissions('view').optional(),
});

export type TeamMemberPermissions = NonNullable<z.infer<typeof teamMember>['permissions']>;

const all = '/v1/orgs/{organizationId}/teams/{teamId}/members';
const one = `${all}/{userId}` as const;

export const teamMembers = resource('teamMembers', {
  list: list(all, teamMember),
  /** Adds, removes and sets roles at once; a user in both `add` and `remove` is removed. */
  change: action('PUT', all, {
    body: z.strictObject({
      add: z.array(z.string()).optional(),
      remove: z.array(z.string()).optional(),
      memberships: z.record(z.string(), z.strictObject({ role: teamRole })).optional(),
    }),
    status: 204,
  }),
  /** Adds the user to the team, or sets the role. */
  set: action('PUT', one, { body: z.strictObject({ role: teamRole.optional() }), status: 204 }),
  remove: remove(one, 204),
});

export const TeamMemberEntity = entity('TeamMember', [teamMembers.set], [teamMembers.list], {
  idOf: ({ organization }) => organization?.user?.id ?? organization?.id,
  embedded: ({ organization }) => [[MemberEntity, [organization]]],
});
