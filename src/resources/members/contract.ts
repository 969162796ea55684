import { z } from 'zod';
import { derived, touches } from '../../engine/contract/caching.ts';
import { action, get, remove } from '../../engine/contract/endpoint.ts';
import { contains, entity } from '../../engine/contract/entity.ts';
import { list, resource } from '../dialect.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { dateTime, kind, open, order, role, user } from '../shared/contract.ts';
import { SpaceEntity, space } from '../spaces/contract.ts';
import { TeamEntity } from '../teams/contract.ts';
import { team, teamRole } from '../teams/records.ts';

export const member = z.object({
  object: kind('member').optional(),
  id: z.string(),
  /** Null for guests. */
  role: role.nullable().optional(),
  user: user.optional(),
  disabled: z.boolean().optional(),
  joinedAt: dateTime.optional(),
  lastSeenAt: dateTime.optional(),
  sso: z.boolean().optional(),
  spaces: z.number().optional(),
  teams: z.number().optional(),
});
export type Member = z.infer<typeof member>;

const memberSpace = z.object({ permission: role.optional(), space: space.optional() });
export type MemberSpace = z.infer<typeof memberSpace>;

const memberTeam = z.object({
  team: team.optional(),
  member: z.object({ role: teamRole }).optional(),
});
export type MemberTeam = z.infer<typeof memberTeam>;

const all = '/v1/orgs/{organizationId}/members';
const one = `${all}/{userId}` as const;

/** What lists of members are sorted by. */
export const memberOrderField = z.enum(['joinedAt', 'lastSeenAt']);

export const members = resource('members', {
  list: list(all, member, {
    ...order,
    role: role.optional(),
    search: z.string().optional(),
    sort: open('joinedAt', 'lastSeenAt').optional(),
  }),
  get: get(one, member),
  remove: remove(one, 204),
  update: action('PATCH', one, { body: z.strictObject({ role: role.nullable().optional() }), result: member }),
  ping: touches(
    OrganizationEntity,
    action('POST', '/v1/orgs/{organizationId}/ping', {
      result: z.object({ serviceVisitorClaims: z.string().optional() }),
    }),
  ),
  enableSso: action('POST', `${one}/sso`, { result: member }),
  // The order depends on spaces of other pages.
  spaces: derived(list(`${one}/spaces`, memberSpace, order)),
  teams: list(`${one}/teams`, memberTeam, { title: z.string().optional() }),
});

export const MemberEntity = entity('Member', [members.get], [members.list], {
  idOf: (record) => record.user?.id ?? record.id,
});

contains(members.spaces, ({ items }) => [[SpaceEntity, items.map(({ space: inner }) => inner)]]);
contains(members.teams, ({ items }) => [[TeamEntity, items.map(({ team: inner }) => inner)]]);
