import type { Context } from '../../engine/data/context.ts';
import { Reference } from '../../engine/data/reference.ts';
import { action, update } from '../../engine/fields/action.ts';
import { connection } from '../../engine/fields/connection.ts';
import { objectsIn } from '../../engine/fields/contract-checks.ts';
import { connectionOfUser } from '../../engine/fields/further-connections.ts';
import { lookup, lookupById } from '../../engine/fields/lookup.ts';
import { mergedConnectionOfUser } from '../../engine/fields/merged-connection.ts';
import { can, property } from '../../engine/fields/property.ts';
import { fromRecord } from '../../engine/fields/record.ts';
import { toOne, toOneFrom } from '../../engine/fields/to-one.ts';
import { read } from '../../engine/fields/value.ts';
import { checkKey, keyBelow, opaquePathId, restId, restIdBelow } from '../../engine/relay/global-id.ts';
import { RestList, readWhole } from '../../engine/relay/rest-list.ts';
import type {
  OrganizationBillingMigrationResolvers,
  OrganizationBillingResolvers,
  OrganizationChangeRequestsArgs,
  OrganizationDefaultContentResolvers,
  OrganizationPermissionsResolvers,
  OrganizationResolvers,
  OrganizationSpacesArgs,
  OrganizationsMutationResolvers,
  OrganizationsQueryResolvers,
  OrganizationTrialResolvers,
  SearchResultResolvers,
} from '../../generated/resolvers.ts';
import { ChangeRequestEntity, changeRequests } from '../change-requests/contract.ts';
import { changeRequestLists, orderOf, statusesOf } from '../change-requests/lists.ts';
import { CollectionEntity, collections } from '../collections/contract.ts';
import { restContract } from '../dialect.ts';
import { MemberEntity, members } from '../members/contract.ts';
import { OpenApiSpecEntity, openapiSpecs } from '../openapi-specs/contract.ts';
import { SamlProviderEntity, samlProviders } from '../saml-providers/contract.ts';
import { given } from '../shared/inputs.ts';
import { ofParent } from '../shared/requests.ts';
import { SiteEntity, sites } from '../sites/contract.ts';
import { SpaceEntity } from '../spaces/contract.ts';
import { TeamEntity, teams } from '../teams/contract.ts';
import { TranslationConfigurationEntity, translations } from '../translations/contract.ts';
import { OrganizationEntity, organizations } from './contract.ts';

export const Query = {
  organizations: connection(organizations.list, () => ({ path: {} }), OrganizationEntity),
  organization: lookupById(organizations.get, OrganizationEntity),
  organizationsByEmailDomain: read(
    organizations.listByEmailDomain,
    (_, { emailDomain }) => ({ path: { emailDomain } }),
    (result) =>
      result.organizations.map((one) => Reference.of(OrganizationEntity, {}, one, organizations.listByEmailDomain)),
  ),
} satisfies OrganizationsQueryResolvers;

export const Organization = {
  isSsoEnforced: fromRecord(({ sso }) => sso),
  isAiEnabled: fromRecord(({ ai }) => ai),
  areInviteLinksEnabled: fromRecord(({ inviteLinks }) => inviteLinks),
  block: fromRecord(({ blocked }) => blocked),
  isOnNewTrial: fromRecord((organization) => organization.internal_isOnNewTrial),
  billingMigration: fromRecord((organization) => organization.internal_billingMigration),
  defaultContent: fromRecord(({ defaultContent }, organization) => (defaultContent == null ? null : organization)),
  members: connection(
    members.list,
    ({ key }, { orderBy, role, search }) => ({
      path: key,
      query: { order: orderBy?.direction, role, search, sort: orderBy?.field },
    }),
    MemberEntity,
  ),
  member: lookupById(members.get, MemberEntity),
  teams: connection(
    teams.list,
    ({ key }, { ownerId, title }) => ({
      path: key,
      query: { owner: restIdBelow(MemberEntity, key, ownerId), title },
    }),
    TeamEntity,
  ),
  team: lookupById(teams.get, TeamEntity),
  collections: connection(
    collections.list,
    ({ key }, { nested }) => ({ path: key, query: { nested } }),
    CollectionEntity,
  ),
  sites: connection(
    sites.list,
    ({ key }, { spaceId, title, isPublished }) => ({
      path: key,
      query: { space: restId(SpaceEntity, spaceId), title, published: isPublished },
    }),
    SiteEntity,
  ),
  site: lookupById(sites.get, SiteEntity),
  samlProviders: connection(samlProviders.list, ofParent, SamlProviderEntity),
  samlProvider: lookupById(samlProviders.get, SamlProviderEntity),
  ssoLoginInfos: read(samlProviders.loginInfos, ofParent, ({ items }) => items),
  openApiSpecs: connection(openapiSpecs.list, ofParent, OpenApiSpecEntity),
  openApiSpec: lookup(
    openapiSpecs.get,
    ({ key }, { by }) => {
      const path = by.id == null ? { ...key, specSlug: by.slug } : keyBelow(OpenApiSpecEntity, key, by.id);
      checkKey(path);
      return { path };
    },
    OpenApiSpecEntity,
  ),
  translationConfigurations: connection(translations.list, ofParent, TranslationConfigurationEntity),
  translationConfiguration: lookupById(translations.get, TranslationConfigurationEntity),
  // REST has no list of an organization's spaces: that of a member has those that the member can access.
  spaces: connectionOfUser(
    members.spaces,
    ({ key }: Reference<typeof OrganizationEntity>, { order }: Partial<OrganizationSpacesArgs>, userId) => ({
      path: { ...key, userId },
      query: { order },
    }),
    ({ space }) => (space == null ? null : Reference.of(SpaceEntity, {}, space, members.spaces)),
  ),
  changeRequests: mergedConnectionOfUser(changeRequests.list, ChangeRequestEntity, {
    source: members.spaces,
    parents: SpaceEntity,
    requests: changeRequestListsIn,
    listsOfEach: (args) => statusesOf(args).length,
    orderOf,
  }),
  search: connection(
    organizations.search,
    ({ key }, { query }) => ({ path: key, query: { query } }),
    (found) => found,
  ),
} satisfies OrganizationResolvers;

async function changeRequestListsIn(
  { key }: Reference<typeof OrganizationEntity>,
  args: Partial<OrganizationChangeRequestsArgs>,
  { cache, userId = '' }: Context,
) {
  const contributor = restIdBelow(MemberEntity, key, args.contributorId);
  const found = await readWhole(new RestList(members.spaces, { ...key, userId }, undefined, cache));
  return found.flatMap(({ space }) => {
    if (space == null) return [];
    const path = Reference.of(SpaceEntity, {}, space, members.spaces).key;
    return changeRequestLists(path, statusesOf(args), contributor, space);
  });
}

export const OrganizationDefaultContent = {
  type: fromRecord(({ defaultContent }) => defaultContent?.type),
  site: toOne(SiteEntity, ({ defaultContent }, { organizationId }) =>
    defaultContent?.site === undefined ? null : { organizationId, siteId: defaultContent.site },
  ),
} satisfies OrganizationDefaultContentResolvers;

export const OrganizationBilling = {
  endsAt: property('endDate'),
} satisfies OrganizationBillingResolvers;

export const OrganizationTrial = {
  endsAt: property('endDate'),
} satisfies OrganizationTrialResolvers;

export const OrganizationBillingMigration = {
  dueAt: property('deadline'),
  discountEndsAt: property('discountEndDate'),
} satisfies OrganizationBillingMigrationResolvers;

export const OrganizationPermissions = {
  ...can(
    'view',
    'ownTeam',
    'createContent',
    'ingestConversations',
    'viewBilling',
    'listMembers',
    'listTeams',
    'listIntegrations',
  ),
  canAdminister: property('admin'),
  canCreateOpenApiSpec: property('createOpenAPISpec'),
} satisfies OrganizationPermissionsResolvers;

export const SearchResult = {
  restId: ({ id }) => id,
  space: toOneFrom(SpaceEntity, ({ id }) => ({ spaceId: id }), { isOptional: true }),
  pages: ({ id, pages }) => objectsIn(pages, organizations.search, 'pages')?.map((page) => ({ ...page, spaceId: id })),
} satisfies SearchResultResolvers;

export const Mutation = {
  updateOrganization: update(
    organizations.update,
    ({
      id,
      defaultContent,
      logoUrl,
      isSsoEnforced,
      isAiEnabled,
      areInviteLinksEnabled,
      clientMutationId: _,
      ...values
    }) => {
      const path = keyBelow(OrganizationEntity, {}, id);
      return {
        path,
        body: {
          ...values,
          defaultContent: given(defaultContent, ({ siteId }) => ({
            type: 'site',
            site: restIdBelow(SiteEntity, path, siteId),
          })),
          logo: logoUrl,
          sso: isSsoEnforced,
          ai: isAiEnabled,
          inviteLinks: areInviteLinksEnabled,
        },
      };
    },
    ({ record }) => ({ organization: record(OrganizationEntity) }),
    {
      'defaultContent.site': 'defaultContent.siteId',
      logo: 'logoUrl',
      sso: 'isSsoEnforced',
      ai: 'isAiEnabled',
      inviteLinks: 'areInviteLinksEnabled',
    },
  ),
  deleteOrganizationLinkInvite: action(
    organizations.deleteLinkInvite,
    ({ organizationId, inviteId }) => ({
      path: {
        ...keyBelow(OrganizationEntity, {}, organizationId),
        inviteId: opaquePathId(restContract, 'inviteId', inviteId),
      },
    }),
    ({ path }) => ({
      deletedId: path.inviteId,
      organization: Reference.to(OrganizationEntity, { organizationId: path.organizationId }),
    }),
  ),
} satisfies OrganizationsMutationResolvers;
