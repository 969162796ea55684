import { z } from 'zod';
import { action, remove } from '../../engine/contract/endpoint.ts';
import { entity } from '../../engine/contract/entity.ts';
import { list, resource } from '../dialect.ts';
import { kind, position } from '../shared/contract.ts';
import { icon } from '../shared/site-texts.ts';
import { SiteSectionEntity, siteSection } from '../site-sections/contract.ts';

const title = z.string().min(1).max(100);

export const sectionGroup = z.object({
  object: kind('site-section-group').optional(),
  id: z.string(),
  title,
  icon: icon.optional(),
  sections: z.array(siteSection).optional(),
});
export type SectionGroup = z.infer<typeof sectionGroup>;

const all = '/v1/orgs/{organizationId}/sites/{siteId}/section-groups';
const one = `${all}/{siteSectionGroupId}` as const;

export const sectionGroups = resource('sectionGroups', {
  list: list(all, sectionGroup),
  create: action('POST', all, {
    body: z.strictObject({
      title,
      icon: icon.nullable().optional(),
      sections: z.array(z.string()).optional(),
    }),
    result: sectionGroup,
    status: 201,
  }),
  delete: remove(one),
  update: action('PATCH', one, {
    body: z.strictObject({ title: title.optional(), icon: icon.nullable().optional() }),
    result: sectionGroup,
  }),
  addSection: action('POST', `${one}/sections`, {
    body: z.strictObject({ sectionId: z.string().min(1) }),
    result: sectionGroup,
    status: 201,
  }),
  removeSection: remove(`${one}/sections/{siteSectionId}`),
  move: action('POST', `${one}/move`, {
    body: z.strictObject({
      position: position(z.strictObject({ type: z.literal('site-section'), id: z.string() })),
    }),
    result: sectionGroup,
    deprecated: 'The contract names an operation sortSiteStructure instead, whose path it does not show.',
  }),
});

export const SiteSectionGroupEntity = entity('SiteSectionGroup', [sectionGroups.update], [sectionGroups.list], {
  embedded: ({ sections }) => [[SiteSectionEntity, sections]],
});
