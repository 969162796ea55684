import { action, update } from '../../engine/fields/action.ts';
import { deletion } from '../../engine/fields/deletion.ts';
import { embedded, fromRecord } from '../../engine/fields/record.ts';
import { toOne, toParent } from '../../engine/fields/to-one.ts';
import { keyOf, restId, restIdBelow } from '../../engine/relay/global-id.ts';
import type { IdArgument } from '../../engine/relay/input-id.ts';
import type { SiteSpaceResolvers, SiteSpacesMutationResolvers } from '../../generated/resolvers.ts';
import { given, positionOf } from '../shared/inputs.ts';
import { SiteSectionEntity } from '../site-sections/contract.ts';
import { SiteEntity } from '../sites/contract.ts';
import { SpaceEntity } from '../spaces/contract.ts';
import { SiteSpaceEntity, siteSpaces } from './contract.ts';

export const SiteSpace = {
  site: toParent(SiteEntity),
  section: toOne(SiteSectionEntity, ({ section }, { organizationId, siteId }) =>
    section == null ? null : { organizationId, siteId, siteSectionId: section },
  ),
  space: embedded(SpaceEntity, ({ space }) => space),
  isDefault: fromRecord((siteSpace) => siteSpace.default),
} satisfies SiteSpaceResolvers;

export const Mutation = {
  createSiteSpace: action(
    siteSpaces.create,
    ({ siteId, spaceId, sectionId }) => {
      const path = keyOf(SiteEntity, siteId);
      const section = given(sectionId, (id) => restIdBelow(SiteSectionEntity, path, id));
      return { path, body: { spaceId: restId(SpaceEntity, spaceId), sectionId: section } };
    },
    ({ record }) => ({ siteSpace: record(SiteSpaceEntity) }),
  ),
  updateSiteSpace: update(
    siteSpaces.update,
    ({ id, path, condition, spaceId }) => ({
      path: keyOf(SiteSpaceEntity, id),
      body: { path, condition, spaceId: given(spaceId, (space) => restId(SpaceEntity, space)) },
    }),
    ({ record }) => ({ siteSpace: record(SiteSpaceEntity) }),
  ),
  deleteSiteSpace: deletion(siteSpaces.delete, SiteSpaceEntity, 'site', SiteEntity),
  moveSiteSpace: action(
    siteSpaces.move,
    ({ id, position }) => {
      const path = keyOf(SiteSpaceEntity, id);
      const sibling = (other: IdArgument) => ({
        type: 'site-space' as const,
        siteSpace: restIdBelow(SiteSpaceEntity, path, other),
      });
      return { path, body: { position: positionOf(position, sibling) } };
    },
    ({ record }) => ({ siteSpace: record(SiteSpaceEntity) }),
  ),
} satisfies SiteSpacesMutationResolvers;
