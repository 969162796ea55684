import { z } from 'zod';
import { action, get, namingUsers, remove } from '../../engine/contract/endpoint.ts';
import { entity } from '../../engine/contract/entity.ts';
import { list, resource } from '../dialect.ts';
import { team, teamTitle } from './records.ts';

const all = '/v1/orgs/{organizationId}/teams';
const one = `${all}/{teamId}` as const;

export const teams = resource('teams', {
  list: list(all, team, { owner: namingUsers(z.string().optional()), title: z.string().optional() }),
  create: action('PUT', all, {
    body: z.strictObject({ title: teamTitle, members: z.array(z.string()).optional() }),
    result: team,
    status: 201,
  }),
  get: get(one, team),
  delete: remove(one, 204),
  update: action('PATCH', one, { body: z.strictObject({ title: teamTitle }), result: team }),
});

export const TeamEntity = entity('Team', [teams.get], [teams.list]);
