import type { KeyOf } from '../../engine/contract/entity.ts';
import { Reference } from '../../engine/data/reference.ts';
import { action, update } from '../../engine/fields/action.ts';
import { deletion } from '../../engine/fields/deletion.ts';
import { embeddedConnection } from '../../engine/fields/embedded-connection.ts';
import { toParent } from '../../engine/fields/to-one.ts';
import { keyOf, restIdBelow } from '../../engine/relay/global-id.ts';
import type { IdArgument } from '../../engine/relay/input-id.ts';
import type { SectionGroupsMutationResolvers, SiteSectionGroupResolvers } from '../../generated/resolvers.ts';
import { givenEach, positionOf } from '../shared/inputs.ts';
import { SiteSectionEntity, siteSections } from '../site-sections/contract.ts';
import { SiteEntity } from '../sites/contract.ts';
import { SiteSectionGroupEntity, sectionGroups } from './contract.ts';

export const SiteSectionGroup = {
  site: toParent(SiteEntity),
  sections: embeddedConnection(SiteSectionEntity, (group) => group.sections, {
    list: siteSections.list,
    parentOf: ({ sectionGroup }) => sectionGroup,
  }),
} satisfies SiteSectionGroupResolvers;

export const Mutation = {
  createSiteSectionGroup: action(
    sectionGroups.create,
    function* ({ siteId, title, icon, sectionIds }) {
      const path = keyOf(SiteEntity, siteId);
      const sections = yield* givenEach(sectionIds, (id) => restIdBelow(SiteSectionEntity, path, id));
      return { path, body: { title, icon, sections } };
    },
    ({ record }) => ({ sectionGroup: record(SiteSectionGroupEntity) }),
    { sections: 'sectionIds' },
  ),
  updateSiteSectionGroup: update(
    sectionGroups.update,
    ({ id, title, icon }) => ({ path: keyOf(SiteSectionGroupEntity, id), body: { title, icon } }),
    ({ record }) => ({ sectionGroup: record(SiteSectionGroupEntity) }),
  ),
  deleteSiteSectionGroup: deletion(sectionGroups.delete, SiteSectionGroupEntity, 'site', SiteEntity),
  addSiteSectionToGroup: action(
    sectionGroups.addSection,
    ({ sectionGroupId, sectionId }) => {
      const path = keyOf(SiteSectionGroupEntity, sectionGroupId);
      return { path, body: { sectionId: restIdBelow(SiteSectionEntity, path, sectionId) } };
    },
    ({ record, path, input: { sectionId } }) => ({
      sectionGroup: record(SiteSectionGroupEntity),
      section: sectionOn(path, sectionId),
    }),
  ),
  removeSiteSectionFromGroup: action(
    sectionGroups.removeSection,
    ({ sectionGroupId, sectionId }) => {
      const group = keyOf(SiteSectionGroupEntity, sectionGroupId);
      return { path: { ...group, siteSectionId: restIdBelow(SiteSectionEntity, group, sectionId) } };
    },
    ({ path: { siteSectionGroupId, siteSectionId, ...site } }) => ({
      sectionGroup: Reference.to(SiteSectionGroupEntity, { ...site, siteSectionGroupId }),
      section: Reference.to(SiteSectionEntity, { ...site, siteSectionId }),
    }),
  ),
  moveSiteSectionGroup: action(
    sectionGroups.move,
    ({ id, position }) => {
      const path = keyOf(SiteSectionGroupEntity, id);
      const sibling = (section: IdArgument) => ({
        type: 'site-section' as const,
        id: restIdBelow(SiteSectionEntity, path, section),
      });
      return { path, body: { position: positionOf(position, sibling) } };
    },
    ({ record }) => ({ sectionGroup: record(SiteSectionGroupEntity) }),
  ),
} satisfies SectionGroupsMutationResolvers;

function sectionOn({ organizationId, siteId }: KeyOf<typeof SiteEntity>, sectionId: IdArgument) {
  const site = { organizationId, siteId };
  return Reference.to(SiteSectionEntity, { ...site, siteSectionId: restIdBelow(SiteSectionEntity, site, sectionId) });
}
