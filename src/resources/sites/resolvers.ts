import { isJsonObject } from '../../engine/contract/json.ts';
import { Reference } from '../../engine/data/reference.ts';
import { action, update } from '../../engine/fields/action.ts';
import { connection } from '../../engine/fields/connection.ts';
import { objectsIn } from '../../engine/fields/contract-checks.ts';
import { deletion } from '../../engine/fields/deletion.ts';
import { lookupInList } from '../../engine/fields/lookup.ts';
import { property } from '../../engine/fields/property.ts';
import { fromRecord } from '../../engine/fields/record.ts';
import { toParent } from '../../engine/fields/to-one.ts';
import { userErrorsIn } from '../../engine/fields/user-errors.ts';
import { read } from '../../engine/fields/value.ts';
import { keyBelow, keyOf, restId, restIdBelow } from '../../engine/relay/global-id.ts';
import type {
  PublishedSiteResolvers,
  SiteAdaptiveContentResolvers,
  SiteAdsResolvers,
  SiteFeatureResolvers,
  SiteIconResolvers,
  SiteResolvers,
  SiteSpacesInput,
  SitesMutationResolvers,
} from '../../generated/resolvers.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { SiteSectionGroupEntity, sectionGroups } from '../section-groups/contract.ts';
import { ShareLinkEntity, shareLinks } from '../share-links/contract.ts';
import { given, givenEach } from '../shared/inputs.ts';
import { ofParent } from '../shared/requests.ts';
import { SiteSectionEntity, siteSections } from '../site-sections/contract.ts';
import { SiteSpaceEntity, siteSpaces } from '../site-spaces/contract.ts';
import { SpaceEntity } from '../spaces/contract.ts';
import { SiteEntity, sites } from './contract.ts';
import { publishedStructure } from './published.ts';

export const Site = {
  organization: toParent(OrganizationEntity),
  // The contract shows the icon with images alone, and indicates others.
  icon: fromRecord(({ icon }) => (isJsonObject(icon?.icon) ? icon.icon : null)),
  isPublished: fromRecord(({ published }) => published),
  siteSpaceCount: fromRecord(({ siteSpaces }) => siteSpaces),
  sections: connection(
    siteSections.list,
    ({ key }, { shareKey }) => ({ path: key, query: { shareKey } }),
    SiteSectionEntity,
  ),
  section: lookupInList(SiteSectionEntity),
  sectionGroups: connection(sectionGroups.list, ofParent, SiteSectionGroupEntity),
  sectionGroup: lookupInList(SiteSectionGroupEntity),
  siteSpaces: connection(
    siteSpaces.list,
    ({ key }, { shareKey, isDefault }) => ({
      path: key,
      query: { shareKey, default: isDefault },
    }),
    SiteSpaceEntity,
  ),
  siteSpace: lookupInList(SiteSpaceEntity),
  shareLinks: connection(shareLinks.list, ofParent, ShareLinkEntity),
  shareLink: lookupInList(ShareLinkEntity),
  adaptiveSchema: read(sites.adaptiveSchema, ofParent, (schema) => schema, { isOptional: true }),
  templateConditions: read(sites.templateConditions, ofParent, ({ items }) => items),
  published: read(
    sites.published,
    ({ key }, { shareKey }) => ({ path: key, query: { shareKey } }),
    (published, { key }) => ({ published, key }),
    { isOptional: true, isAbsent: ({ published }) => published === false },
  ),
} satisfies SiteResolvers;

export const SiteIcon = {
  lightUrl: property('light'),
  darkUrl: property('dark'),
} satisfies SiteIconResolvers;

export const SiteAdaptiveContent = {
  isEnabled: property('enabled'),
} satisfies SiteAdaptiveContentResolvers;

export const SiteAds = {
  isSubmittable: property('submittable'),
} satisfies SiteAdsResolvers;

export const SiteFeature = {
  name: ({ id }) => id,
  isFrozen: ({ frozen }) => frozen,
} satisfies SiteFeatureResolvers;

export const PublishedSite = {
  site: ({ published: { site }, key }) => (site == null ? null : Reference.of(SiteEntity, key, site, sites.published)),
  structureType: ({ published }) => published.structure?.type,
  sections: ({ published, key }) =>
    checkedStructure(published).sections?.map((one) => Reference.of(SiteSectionEntity, key, one, sites.published)),
  sectionGroups: ({ published, key }) =>
    checkedStructure(published).sectionGroups?.map((one) =>
      Reference.of(SiteSectionGroupEntity, key, one, sites.published),
    ),
  siteSpaces: ({ published, key }) =>
    checkedStructure(published).siteSpaces?.map((one) => Reference.of(SiteSpaceEntity, key, one, sites.published)),
} satisfies PublishedSiteResolvers;

/** Throws UPSTREAM_CONTRACT for a structure that is no list of objects. */
function checkedStructure(published: Parameters<typeof publishedStructure>[0]) {
  objectsIn(published.structure?.structure, sites.published, 'structure');
  return publishedStructure(published);
}

export const Mutation = {
  createSite: action(
    sites.create,
    function* ({ organizationId, type, title, visibility, spaces }) {
      const userErrors =
        spaces?.newSpaceKeyword == null
          ? []
          : userErrorsIn(newSpaces, { spaces: spaces.newSpaceKeyword }, createdSpaces);
      return {
        path: keyBelow(OrganizationEntity, {}, organizationId),
        body: { type, title, visibility, spaces: userErrors.length > 0 ? undefined : yield* spacesOf(spaces) },
        userErrors,
      };
    },
    ({ record }) => ({ site: record(SiteEntity) }),
  ),
  updateSite: update(
    sites.update,
    ({ id, defaultSiteSpaceId, defaultSectionId, adaptiveContent, clientMutationId: _, ...values }) => {
      const path = keyOf(SiteEntity, id);
      return {
        path,
        body: {
          ...values,
          adaptiveContent: given(adaptiveContent, ({ isEnabled }) => ({ enabled: isEnabled })),
          defaultSiteSpace: given(defaultSiteSpaceId, (siteSpace) => restIdBelow(SiteSpaceEntity, path, siteSpace)),
          defaultSiteSection: given(defaultSectionId, (section) => restIdBelow(SiteSectionEntity, path, section)),
        },
      };
    },
    ({ record }) => ({ site: record(SiteEntity) }),
    {
      'adaptiveContent.enabled': 'adaptiveContent.isEnabled',
      defaultSiteSpace: 'defaultSiteSpaceId',
      defaultSiteSection: 'defaultSectionId',
    },
  ),
  deleteSite: deletion(sites.delete, SiteEntity, 'organization', OrganizationEntity),
  updateSiteAdaptiveSchema: update(
    sites.setAdaptiveSchema,
    ({ siteId, jsonSchema }) => ({ path: keyOf(SiteEntity, siteId), body: { jsonSchema } }),
    ({ result, path }) => ({ site: Reference.to(SiteEntity, path), adaptiveSchema: result }),
  ),
} satisfies SitesMutationResolvers;

const newSpaces = sites.create.body.pick({ spaces: true });
/** REST takes a word instead of the list; the input has a field of its own for it. */
const createdSpaces = { spaces: 'spaces.newSpaceKeyword' };

/** REST takes spaces by their ids, or one word instead of the list. */
function* spacesOf(spaces: SiteSpacesInput | null | undefined) {
  return spaces?.ids === undefined
    ? spaces?.newSpaceKeyword
    : yield* givenEach(spaces.ids, (id) => restId(SpaceEntity, id));
}
