import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { embeddedConnection, keyEdge } from '../../engine/fields/fields.ts';
import { globalId, keyOf, restIdBelow } from '../../engine/relay/global-id.ts';
import type { MutationResolvers, SiteSectionGroupResolvers } from '../../generated/resolvers.ts';
import { given, positionOf } from '../shared/inputs.ts';
import { siteSections } from '../site-sections/contract.ts';
import { sectionGroups } from './contract.ts';

export const SiteSectionGroup = {
  site: keyEdge(['Site'], ({ organizationId, siteId }) => Reference.to('Site', { organizationId, siteId })),
  sections: embeddedConnection('SiteSection', (group) => group.sections, {
    list: siteSections.list,
    holds: ({ sectionGroup }, { siteSectionGroupId }) => sectionGroup === siteSectionGroupId,
  }),
} satisfies SiteSectionGroupResolvers;

export const Mutation = {
  createSiteSectionGroup: action(
    sectionGroups.create,
    ({ siteId, title, icon, sectionIds }) => {
      const path = keyOf('Site', siteId);
      const sections = given(sectionIds, (ids) => ids.map((id) => restIdBelow('SiteSection', path, id)));
      return { path, body: { title, icon, sections } };
    },
    ({ result, path }) => ({ sectionGroup: Reference.of('SiteSectionGroup', path, result, sectionGroups.create) }),
    { sections: 'sectionIds' },
  ),
  updateSiteSectionGroup: action(
    sectionGroups.update,
    ({ id, title, icon }) => ({ path: keyOf('SiteSectionGroup', id), body: { title, icon } }),
    ({ result, path }) => ({ sectionGroup: Reference.of('SiteSectionGroup', path, result, sectionGroups.update) }),
  ),
  deleteSiteSectionGroup: action(
    sectionGroups.delete,
    ({ id }) => ({ path: keyOf('SiteSectionGroup', id) }),
    ({ path }) => ({ deletedId: globalId('SiteSectionGroup', path) }),
  ),
  addSectionToGroup: action(
    sectionGroups.addSection,
    ({ groupId, sectionId }) => {
      const path = keyOf('SiteSectionGroup', groupId);
      return { path, body: { sectionId: restIdBelow('SiteSection', path, sectionId) } };
    },
    ({ result, path }) => ({ sectionGroup: Reference.of('SiteSectionGroup', path, result, sectionGroups.addSection) }),
  ),
  removeSectionFromGroup: action(
    sectionGroups.removeSection,
    ({ groupId, sectionId }) => {
      const group = keyOf('SiteSectionGroup', groupId);
      return { path: { ...group, siteSectionId: restIdBelow('SiteSection', group, sectionId) } };
    },
    ({ path: { siteSectionGroupId, siteSectionId, ...site } }) => ({
      sectionGroup: Reference.to('SiteSectionGroup', { ...site, siteSectionGroupId }),
      section: Reference.to('SiteSection', { ...site, siteSectionId }),
    }),
  ),
  moveSiteSectionGroup: action(
    sectionGroups.move,
    ({ id, position }) => {
      const path = keyOf('SiteSectionGroup', id);
      const sibling = (section: string) => ({
        type: 'site-section' as const,
        id: restIdBelow('SiteSection', path, section),
      });
      return { path, body: { position: positionOf(position, sibling) } };
    },
    ({ result, path }) => ({ sectionGroup: Reference.of('SiteSectionGroup', path, result, sectionGroups.move) }),
  ),
} satisfies Pick<
  MutationResolvers,
  | 'createSiteSectionGroup'
  | 'updateSiteSectionGroup'
  | 'deleteSiteSectionGroup'
  | 'addSectionToGroup'
  | 'removeSectionFromGroup'
  | 'moveSiteSectionGroup'
>;
