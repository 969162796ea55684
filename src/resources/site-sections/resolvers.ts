import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { edge, embeddedConnection, keyEdge, record } from '../../engine/fields/fields.ts';
import { globalId, keyOf, restId, restIdBelow } from '../../engine/relay/global-id.ts';
import type { MutationResolvers, SiteSectionResolvers } from '../../generated/resolvers.ts';
import { given, positionOf } from '../shared/inputs.ts';
import { siteSpaces } from '../site-spaces/contract.ts';
import { siteSections } from './contract.ts';

export const SiteSection = {
  site: keyEdge(['Site'], ({ organizationId, siteId }) => Reference.to('Site', { organizationId, siteId })),
  isDefault: record((section) => section.default),
  sectionGroup: edge('SiteSectionGroup', ({ sectionGroup }, { organizationId, siteId }) =>
    sectionGroup == null ? null : { organizationId, siteId, siteSectionGroupId: sectionGroup },
  ),
  siteSpaces: embeddedConnection('SiteSpace', (section) => section.siteSpaces, {
    list: siteSpaces.list,
    holds: ({ section }, { siteSectionId }) => section === siteSectionId,
  }),
} satisfies SiteSectionResolvers;

export const Mutation = {
  createSiteSection: action(
    siteSections.create,
    ({ siteId, spaceId, title, icon }) => ({
      path: keyOf('Site', siteId),
      body: { spaceId: restId('Space', spaceId), title, icon },
    }),
    ({ result, path }) => ({ section: Reference.of('SiteSection', path, result, siteSections.create) }),
  ),
  updateSiteSection: action(
    siteSections.update,
    ({ id, title, path: sitePath, defaultSiteSpaceId, condition, icon, description }) => {
      const path = keyOf('SiteSection', id);
      const defaultSiteSpace = given(defaultSiteSpaceId, (siteSpace) => restIdBelow('SiteSpace', path, siteSpace));
      return { path, body: { title, path: sitePath, defaultSiteSpace, condition, icon, description } };
    },
    ({ result, path }) => ({ section: Reference.of('SiteSection', path, result, siteSections.update) }),
    { defaultSiteSpace: 'defaultSiteSpaceId' },
  ),
  deleteSiteSection: action(
    siteSections.delete,
    ({ id }) => ({ path: keyOf('SiteSection', id) }),
    ({ path }) => ({ deletedId: globalId('SiteSection', path) }),
  ),
  moveSiteSection: action(
    siteSections.move,
    ({ id, position }) => {
      const path = keyOf('SiteSection', id);
      const sibling = (other: string) => ({
        type: 'site-section' as const,
        siteSection: restIdBelow('SiteSection', path, other),
      });
      return { path, body: { position: positionOf(position, sibling) } };
    },
    ({ result, path }) => ({ section: Reference.of('SiteSection', path, result, siteSections.move) }),
  ),
} satisfies Pick<
  MutationResolvers,
  'createSiteSection' | 'updateSiteSection' | 'deleteSiteSection' | 'moveSiteSection'
>;
