import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { edge, embedded, keyEdge, record } from '../../engine/fields/fields.ts';
import { globalId, keyOf, restId, restIdBelow } from '../../engine/relay/global-id.ts';
import type { MutationResolvers, SiteSpaceResolvers } from '../../generated/resolvers.ts';
import { given, positionOf } from '../shared/inputs.ts';
import { siteSpaces } from './contract.ts';

export const SiteSpace = {
  site: keyEdge(['Site'], ({ organizationId, siteId }) => Reference.to('Site', { organizationId, siteId })),
  section: edge('SiteSection', ({ section }, { organizationId, siteId }) =>
    section == null ? null : { organizationId, siteId, siteSectionId: section },
  ),
  space: embedded('Space', ({ space }) => space),
  isDefault: record((siteSpace) => siteSpace.default),
} satisfies SiteSpaceResolvers;

export const Mutation = {
  createSiteSpace: action(
    siteSpaces.create,
    ({ siteId, spaceId, sectionId }) => {
      const path = keyOf('Site', siteId);
      const section = given(sectionId, (id) => restIdBelow('SiteSection', path, id));
      return { path, body: { spaceId: restId('Space', spaceId), sectionId: section } };
    },
    ({ result, path }) => ({ siteSpace: Reference.of('SiteSpace', path, result, siteSpaces.create) }),
  ),
  updateSiteSpace: action(
    siteSpaces.update,
    ({ id, path, condition, spaceId }) => ({
      path: keyOf('SiteSpace', id),
      body: { path, condition, spaceId: given(spaceId, (space) => restId('Space', space)) },
    }),
    ({ result, path }) => ({ siteSpace: Reference.of('SiteSpace', path, result, siteSpaces.update) }),
  ),
  deleteSiteSpace: action(
    siteSpaces.delete,
    ({ id }) => ({ path: keyOf('SiteSpace', id) }),
    ({ path }) => ({ deletedId: globalId('SiteSpace', path) }),
  ),
  moveSiteSpace: action(
    siteSpaces.move,
    ({ id, position }) => {
      const path = keyOf('SiteSpace', id);
      const sibling = (other: string) => ({
        type: 'site-space' as const,
        siteSpace: restIdBelow('SiteSpace', path, other),
      });
      return { path, body: { position: positionOf(position, sibling) } };
    },
    ({ result, path }) => ({ siteSpace: Reference.of('SiteSpace', path, result, siteSpaces.move) }),
  ),
} satisfies Pick<MutationResolvers, 'createSiteSpace' | 'updateSiteSpace' | 'deleteSiteSpace' | 'moveSiteSpace'>;
