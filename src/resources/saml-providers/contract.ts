import { z } from 'zod';
import { action, get, remove } from '../../engine/contract/endpoint.ts';
import { entity } from '../../engine/contract/entity.ts';
import { list, resource } from '../dialect.ts';
import { dateTime, kind, open, role, uri, url, urls } from '../shared/contract.ts';
import { TeamEntity } from '../teams/contract.ts';
import { team } from '../teams/records.ts';

export const samlProvider = z.object({
  object: kind('saml-provider').optional(),
  id: z.string(),
  label: z.string().optional(),
  ssoURL: url.optional(),
  entityID: z.string().optional(),
  certificate: z.string().optional(),
  defaultTeam: team.optional(),
  defaultRole: role.nullable().optional(),
  createdAt: dateTime.optional(),
  status: open('active').optional(),
  service: z.object({ acsURL: url.optional(), startURL: url.optional(), entityID: z.string().optional() }).optional(),
  urls: urls('location').optional(),
});
export type SamlProvider = z.infer<typeof samlProvider>;
export type SamlService = NonNullable<SamlProvider['service']>;

const loginInfo = z.object({ id: z.string(), label: z.string().optional(), startURL: url.optional() });
export type LoginInfo = z.infer<typeof loginInfo>;

const label = z.string().min(1).max(30);
const settings = {
  entityID: z.string().max(1024).optional(),
  certificate: z.string().max(10_000).optional(),
  ssoURL: uri.optional(),
  defaultTeam: z.string().optional(),
  defaultRole: role.nullable().optional(),
};

const all = '/v1/orgs/{organizationId}/saml';
const one = `${all}/{samlProviderId}` as const;

export const samlProviders = resource('samlProviders', {
  list: list(all, samlProvider),
  create: action('POST', all, { body: z.strictObject({ label, ...settings }), result: samlProvider, status: 201 }),
  get: get(one, samlProvider),
  delete: remove(one, 204),
  update: action('PATCH', one, {
    body: z.strictObject({ label: label.optional(), ...settings }),
    result: samlProvider,
  }),
  loginInfos: get('/v1/orgs/{organizationId}/sso', z.object({ items: z.array(loginInfo) })),
});

export const SamlProviderEntity = entity('SamlProvider', [samlProviders.get], [samlProviders.list], {
  embedded: ({ defaultTeam }) => [[TeamEntity, [defaultTeam]]],
});
