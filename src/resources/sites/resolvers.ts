import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { connection, keyEdge, listed, lookup, record } from '../../engine/fields/fields.ts';
import { userErrorsIn } from '../../engine/fields/user-errors.ts';
import { globalId, keyBelow, keyOf, restId, restIdBelow } from '../../engine/relay/global-id.ts';
import type {
  MutationResolvers,
  PublishedSiteResolvers,
  SiteFeatureResolvers,
  SiteIconResolvers,
  SiteResolvers,
  SiteSpacesInput,
} from '../../generated/resolvers.ts';
import { sectionGroups } from '../section-groups/contract.ts';
import { shareLinks } from '../share-links/contract.ts';
import { given } from '../shared/inputs.ts';
import { siteSections } from '../site-sections/contract.ts';
import { siteSpaces } from '../site-spaces/contract.ts';
import { sites } from './contract.ts';

export const Site = {
  organization: keyEdge(['Organization'], ({ organizationId }) => Reference.to('Organization', { organizationId })),
  isPublished: record(({ published }) => published),
  siteSpaceCount: record(({ siteSpaces }) => siteSpaces),
  sections: connection(siteSections.list, ({ key }, { shareKey }) => ({ path: key, query: { shareKey } })),
  section: listed('SiteSection', ({ key }, { id }) => keyBelow('SiteSection', key, id)),
  sectionGroups: connection(sectionGroups.list, ({ key }) => ({ path: key })),
  sectionGroup: listed('SiteSectionGroup', ({ key }, { id }) => keyBelow('SiteSectionGroup', key, id)),
  siteSpaces: connection(siteSpaces.list, ({ key }, { shareKey, default: isDefault }) => ({
    path: key,
    query: { shareKey, default: isDefault },
  })),
  siteSpace: listed('SiteSpace', ({ key }, { id }) => keyBelow('SiteSpace', key, id)),
  shareLinks: connection(shareLinks.list, ({ key }) => ({ path: key })),
  shareLink: listed('ShareLink', ({ key }, { id }) => keyBelow('ShareLink', key, id)),
  adaptiveSchema: lookup(
    sites.adaptiveSchema,
    ({ key }) => ({ path: key }),
    (schema) => schema,
  ),
  templateConditions: lookup(
    sites.templateConditions,
    ({ key }) => ({ path: key }),
    ({ items }) => items,
  ),
  published: lookup(
    sites.published,
    ({ key }, { shareKey }) => ({ path: key, query: { shareKey } }),
    (published, { key }) => ({ published, key }),
  ),
} satisfies SiteResolvers;

export const SiteIcon = {
  light: ({ icon }) => icon?.light,
  dark: ({ icon }) => icon?.dark,
} satisfies SiteIconResolvers;

export const SiteFeature = {
  name: ({ id }) => id,
  isFrozen: ({ frozen }) => frozen,
} satisfies SiteFeatureResolvers;

export const PublishedSite = {
  site: ({ published: { site }, key }) => (site == null ? null : Reference.of('Site', key, site, sites.published)),
  structureType: ({ published }) => published.structure?.type,
  sections: ({ published, key }) =>
    published.structure?.structure?.map((section) => Reference.of('SiteSection', key, section, sites.published)),
} satisfies PublishedSiteResolvers;

export const Mutation = {
  createSite: action(
    sites.create,
    ({ organizationId, type, title, visibility, spaces }) => {
      const userErrors =
        spaces?.create == null ? [] : userErrorsIn(newSpaces, { spaces: spaces.create }, createdSpaces);
      return {
        path: keyBelow('Organization', {}, organizationId),
        body: { type, title, visibility, spaces: userErrors.length > 0 ? undefined : given(spaces, spacesOf) },
        userErrors,
      };
    },
    ({ result, path }) => ({ site: Reference.of('Site', path, result, sites.create) }),
  ),
  updateSite: action(
    sites.update,
    ({ id, defaultSiteSpaceId, defaultSectionId, clientMutationId: _, ...values }) => {
      const path = keyOf('Site', id);
      return {
        path,
        body: {
          ...values,
          defaultSiteSpace: given(defaultSiteSpaceId, (siteSpace) => restIdBelow('SiteSpace', path, siteSpace)),
          defaultSiteSection: given(defaultSectionId, (section) => restIdBelow('SiteSection', path, section)),
        },
      };
    },
    ({ result, path }) => ({ site: Reference.of('Site', path, result, sites.update) }),
    { defaultSiteSpace: 'defaultSiteSpaceId', defaultSiteSection: 'defaultSectionId' },
  ),
  deleteSite: action(
    sites.delete,
    ({ id }) => ({ path: keyOf('Site', id) }),
    ({ path }) => ({ deletedId: globalId('Site', path) }),
  ),
  setSiteAdaptiveSchema: action(
    sites.setAdaptiveSchema,
    ({ id, jsonSchema }) => ({ path: keyOf('Site', id), body: { jsonSchema } }),
    ({ result, path }) => ({ site: Reference.to('Site', path), adaptiveSchema: result }),
  ),
} satisfies Pick<MutationResolvers, 'createSite' | 'updateSite' | 'deleteSite' | 'setSiteAdaptiveSchema'>;

const newSpaces = sites.create.body.pick({ spaces: true });
/** The word stands in place of the list, and has a field of its own in the input. */
const createdSpaces = { spaces: 'spaces.create' };

/** REST takes spaces by their ids, or one word instead of the list. */
function spacesOf({ ids, create }: SiteSpacesInput): string[] | string {
  return ids === undefined ? create : ids.map((id) => restId('Space', id));
}
