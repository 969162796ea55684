import { action, update } from '../../engine/fields/action.ts';
import { deletion } from '../../engine/fields/deletion.ts';
import { embeddedConnection } from '../../engine/fields/embedded-connection.ts';
import { fromRecord } from '../../engine/fields/record.ts';
import { toOne, toParent } from '../../engine/fields/to-one.ts';
import { keyOf, restId, restIdBelow } from '../../engine/relay/global-id.ts';
import type { IdArgument } from '../../engine/relay/input-id.ts';
import type { SiteSectionResolvers, SiteSectionsMutationResolvers } from '../../generated/resolvers.ts';
import { SiteSectionGroupEntity } from '../section-groups/contract.ts';
import { given, positionOf } from '../shared/inputs.ts';
import { SiteSpaceEntity, siteSpaces } from '../site-spaces/contract.ts';
import { SiteEntity } from '../sites/contract.ts';
import { SpaceEntity } from '../spaces/contract.ts';
import { SiteSectionEntity, siteSections } from './contract.ts';

export const SiteSection = {
  site: toParent(SiteEntity),
  isDefault: fromRecord((section) => section.default),
  sectionGroup: toOne(SiteSectionGroupEntity, ({ sectionGroup }, { organizationId, siteId }) =>
    sectionGroup == null ? null : { organizationId, siteId, siteSectionGroupId: sectionGroup },
  ),
  siteSpaces: embeddedConnection(SiteSpaceEntity, (section) => section.siteSpaces, {
    list: siteSpaces.list,
    parentOf: ({ section }) => section,
  }),
} satisfies SiteSectionResolvers;

export const Mutation = {
  createSiteSection: action(
    siteSections.create,
    ({ siteId, spaceId, title, icon }) => ({
      path: keyOf(SiteEntity, siteId),
      body: { spaceId: restId(SpaceEntity, spaceId), title, icon },
    }),
    ({ record }) => ({ section: record(SiteSectionEntity) }),
  ),
  updateSiteSection: update(
    siteSections.update,
    ({ id, title, path: sitePath, defaultSiteSpaceId, condition, icon, description }) => {
      const path = keyOf(SiteSectionEntity, id);
      const defaultSiteSpace = given(defaultSiteSpaceId, (siteSpace) => restIdBelow(SiteSpaceEntity, path, siteSpace));
      return { path, body: { title, path: sitePath, defaultSiteSpace, condition, icon, description } };
    },
    ({ record }) => ({ section: record(SiteSectionEntity) }),
    { defaultSiteSpace: 'defaultSiteSpaceId' },
  ),
  deleteSiteSection: deletion(siteSections.delete, SiteSectionEntity, 'site', SiteEntity),
  moveSiteSection: action(
    siteSections.move,
    ({ id, position }) => {
      const path = keyOf(SiteSectionEntity, id);
      const sibling = (other: IdArgument) => ({
        type: 'site-section' as const,
        siteSection: restIdBelow(SiteSectionEntity, path, other),
      });
      return { path, body: { position: positionOf(position, sibling) } };
    },
    ({ record }) => ({ section: record(SiteSectionEntity) }),
  ),
} satisfies SiteSectionsMutationResolvers;
