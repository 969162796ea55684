import { z } from 'zod';
import { neverCached } from '../../engine/contract/caching.ts';
import { action, get, remove } from '../../engine/contract/endpoint.ts';
import { contains, entity } from '../../engine/contract/entity.ts';
import { list, resource } from '../dialect.ts';
import {
  dateTime,
  json,
  kind,
  open,
  permissions,
  role,
  searchPage,
  searchQuery,
  uri,
  urls,
} from '../shared/contract.ts';

const title = z.string().min(2).max(255);
const hostname = z.string().min(3).max(32);

export const organization = z.object({
  object: kind('organization'),
  id: z.string(),
  title,
  createdAt: dateTime,
  emailDomains: z.array(z.string()),
  hostname: hostname.optional(),
  type: open('business'),
  useCase: open('internalDocs').optional(),
  communityType: open('nonProfit').optional(),
  defaultRole: role.nullable().optional(),
  defaultContent: z.looseObject({ type: open('site').optional(), site: z.string().optional() }).optional(),
  sso: z.boolean().optional(),
  ai: z.boolean().optional(),
  inviteLinks: z.boolean(),
  plan: open('free_2024'),
  customHostname: z.string().optional(),
  /** Deprecated by the contract: always true. */
  internal_isOnNewTrial: z.boolean().optional(),
  billing: z
    .object({
      interval: open('monthly').optional(),
      endDate: dateTime.optional(),
      hasPaymentFailed: z.boolean().optional(),
      isScheduledToCancel: z.boolean().optional(),
    })
    .optional(),
  urls: urls('location', 'app', 'logo').optional(),
  trial: z
    .object({
      status: open('notapplicable').optional(),
      endDate: dateTime.optional(),
      decision: open('downgrade').optional(),
    })
    .optional(),
  blocked: z.object({ reason: open('security').optional() }).optional(),
  internal_billingMigration: z
    .object({
      deadline: dateTime.optional(),
      discountPercent: z.number().optional(),
      discountEndDate: dateTime.optional(),
    })
    .optional(),
  permissions: permissions(
    'view',
    'admin',
    'ownTeam',
    'createContent',
    'createOpenAPISpec',
    'ingestConversations',
    'viewBilling',
    'listMembers',
    'listTeams',
    'listIntegrations',
  ).optional(),
});
export type Organization = z.infer<typeof organization>;
export type Billing = NonNullable<Organization['billing']>;
export type Trial = NonNullable<Organization['trial']>;
export type BillingMigration = NonNullable<Organization['internal_billingMigration']>;
export type OrganizationPermissions = NonNullable<Organization['permissions']>;

/** A space, or a site's content, found by a search, with its matching pages. */
const searchResult = z.object({
  id: z.string(),
  title: z.string().optional(),
  pages: z.array(searchPage).optional(),
});
export type SearchResult = z.infer<typeof searchResult>;

const one = '/v1/orgs/{organizationId}';

export const organizations = resource('organizations', {
  list: list('/v1/orgs', organization),
  get: get(one, organization),
  update: action('PATCH', one, {
    body: z.strictObject({
      title: title.optional(),
      emailDomains: z.array(z.string()).optional(),
      hostname: hostname.optional(),
      defaultRole: role.nullable().optional(),
      defaultContent: json.nullable().optional(),
      logo: uri.nullable().optional(),
      sso: z.boolean().optional(),
      ai: z.boolean().optional(),
      inviteLinks: z.boolean().optional(),
    }),
    result: organization,
  }),
  deleteLinkInvite: remove(`${one}/link-invites/{inviteId}`),
  search: neverCached(list(`${one}/search`, searchResult, searchQuery)),
  listByEmailDomain: get('/v1/email-domains/{emailDomain}/orgs', z.object({ organizations: z.array(organization) })),
});

export const OrganizationEntity = entity('Organization', [organizations.get], [organizations.list]);

contains(organizations.listByEmailDomain, ({ organizations: found }) => [[OrganizationEntity, found]]);
