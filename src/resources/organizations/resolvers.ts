import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { connection, edge, lookup, record } from '../../engine/fields/fields.ts';
import { keyBelow, restId, restIdBelow } from '../../engine/relay/global-id.ts';
import type {
  MutationResolvers,
  OrganizationDefaultContentResolvers,
  OrganizationResolvers,
  QueryResolvers,
  SearchResultResolvers,
} from '../../generated/resolvers.ts';
import { collections } from '../collections/contract.ts';
import { members } from '../members/contract.ts';
import { openapiSpecs } from '../openapi-specs/contract.ts';
import { samlProviders } from '../saml-providers/contract.ts';
import { given } from '../shared/inputs.ts';
import { sites } from '../sites/contract.ts';
import { teams } from '../teams/contract.ts';
import { translations } from '../translations/contract.ts';
import { organizations } from './contract.ts';

export const Query = {
  organizations: connection(organizations.list, () => ({ path: {} })),
  organization: lookup(organizations.get, (_, { id }) => ({ path: keyBelow('Organization', {}, id) })),
  organizationsByEmailDomain: lookup(
    organizations.listByEmailDomain,
    (_, { emailDomain }) => ({ path: { emailDomain } }),
    (result) =>
      result.organizations.map((one) => Reference.of('Organization', {}, one, organizations.listByEmailDomain)),
  ),
} satisfies Pick<QueryResolvers, 'organizations' | 'organization' | 'organizationsByEmailDomain'>;

export const Organization = {
  ssoEnforced: record(({ sso }) => sso),
  aiEnabled: record(({ ai }) => ai),
  inviteLinksEnabled: record(({ inviteLinks }) => inviteLinks),
  isOnNewTrial: record((organization) => organization.internal_isOnNewTrial),
  billingMigration: record((organization) => organization.internal_billingMigration),
  defaultContent: (organization, _, { loaders }) =>
    organization.load(loaders).then(({ defaultContent }) => (defaultContent == null ? null : organization)),
  members: connection(members.list, ({ key }, { order, role, search, sort }) => ({
    path: key,
    query: { order, role, search, sort },
  })),
  member: lookup(members.get, ({ key }, { id }) => ({ path: keyBelow('Member', key, id) })),
  teams: connection(teams.list, ({ key }, { owner, title }) => ({
    path: key,
    query: { owner: restId('User', owner), title },
  })),
  team: lookup(teams.get, ({ key }, { id }) => ({ path: keyBelow('Team', key, id) })),
  collections: connection(collections.list, ({ key }, { nested }) => ({ path: key, query: { nested } })),
  sites: connection(sites.list, ({ key }, { space, title, published }) => ({
    path: key,
    query: { space: restId('Space', space), title, published },
  })),
  site: lookup(sites.get, ({ key }, { id }) => ({ path: keyBelow('Site', key, id) })),
  samlProviders: connection(samlProviders.list, ({ key }) => ({ path: key })),
  samlProvider: lookup(samlProviders.get, ({ key }, { id }) => ({ path: keyBelow('SamlProvider', key, id) })),
  ssoLoginInfos: lookup(
    samlProviders.loginInfos,
    ({ key }) => ({ path: key }),
    ({ items }) => items,
  ),
  openapiSpecs: connection(openapiSpecs.list, ({ key }) => ({ path: key })),
  openapiSpec: lookup(openapiSpecs.get, ({ key }, { slug }) => ({ path: { ...key, specSlug: slug } })),
  translations: connection(translations.list, ({ key }) => ({ path: key })),
  translation: lookup(translations.get, ({ key }, { id }) => ({ path: keyBelow('TranslationSettings', key, id) })),
  search: connection(
    organizations.search,
    ({ key }, { query }) => ({ path: key, query: { query } }),
    (found) => found,
  ),
} satisfies OrganizationResolvers;

export const OrganizationDefaultContent = {
  type: record(({ defaultContent }) => defaultContent?.type),
  site: edge('Site', ({ defaultContent }, { organizationId }) =>
    defaultContent?.site === undefined ? null : { organizationId, siteId: defaultContent.site },
  ),
} satisfies OrganizationDefaultContentResolvers;

export const SearchResult = {
  restId: ({ id }) => id,
} satisfies SearchResultResolvers;

export const Mutation = {
  updateOrganization: action(
    organizations.update,
    ({ id, defaultContent, ssoEnforced, aiEnabled, inviteLinksEnabled, clientMutationId: _, ...values }) => {
      const path = keyBelow('Organization', {}, id);
      return {
        path,
        body: {
          ...values,
          defaultContent: given(defaultContent, ({ siteId }) => ({
            type: 'site',
            site: restIdBelow('Site', path, siteId),
          })),
          sso: ssoEnforced,
          ai: aiEnabled,
          inviteLinks: inviteLinksEnabled,
        },
      };
    },
    ({ result }) => ({ organization: Reference.of('Organization', {}, result, organizations.update) }),
    { sso: 'ssoEnforced', ai: 'aiEnabled', inviteLinks: 'inviteLinksEnabled' },
  ),
  deleteOrganizationLinkInvite: action(
    organizations.deleteLinkInvite,
    ({ organizationId, inviteId }) => ({ path: { ...keyBelow('Organization', {}, organizationId), inviteId } }),
    ({ path }) => ({ deletedId: path.inviteId }),
  ),
} satisfies Pick<MutationResolvers, 'updateOrganization' | 'deleteOrganizationLinkInvite'>;
