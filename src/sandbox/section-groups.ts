import type { Contract } from '../resources/contract.ts';
import { badField, notFound } from './errors.ts';
import type { Handlers } from './handlers.ts';
import { nextOrder, reposition } from './ordering.ts';
import type { SectionGroupRow, SectionRow } from './rows.ts';
import { groupOf, sectionFromBody, sectionOf, siteFor, viewableSite } from './site-access.ts';
import { sectionGroupRecord } from './site-records.ts';
import { groupsOf, sectionsIn, topLevel } from './site-structure.ts';
import type { Store } from './store.ts';
import { changesIn } from './table.ts';

/** The section groups of a site. A section is in at most one group: adding it to another group moves it. */
export const sectionGroups: Handlers<Contract['sectionGroups']> = {
  list: ({ path, paginate, ...session }) => {
    const site = viewableSite(session, path);
    return paginate(groupsOf(session.store, site.id), (row) => sectionGroupRecord(session, row));
  },

  create: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const sections = (body.sections ?? []).map((id, i) => sectionFromBody(store, site, `sections.${i}`, id));
    const group = store.sectionGroups.insert({
      id: store.newId(),
      site: site.id,
      title: body.title,
      icon: body.icon ?? undefined,
      order: nextOrder(topLevel(store, site.id)),
    });
    for (const section of sections) addToGroup(store, group, section);
    return sectionGroupRecord(session, group);
  },

  /** Its sections are kept, and take its position at the top level. */
  delete: ({ path, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const group = groupOf(store, site, path.siteSectionGroupId);
    const sections = sectionsIn(store, group.id);
    const top = topLevel(store, site.id).flatMap((row) => (row === group ? sections : [row]));
    top.forEach((row, order) => {
      row.order = order;
    });
    for (const section of sections) store.sections.update(section, { group: undefined });
    store.sectionGroups.remove(group);
  },

  update: ({ path, body, ...session }) => {
    const { store } = session;
    const group = groupOf(store, siteFor(session, path, 'edit'), path.siteSectionGroupId);
    return sectionGroupRecord(session, store.sectionGroups.update(group, changesIn(body)));
  },

  addSection: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const group = groupOf(store, site, path.siteSectionGroupId);
    const section = sectionFromBody(store, site, 'sectionId', body.sectionId);
    if (section.group !== group.id) addToGroup(store, group, section);
    return sectionGroupRecord(session, group);
  },

  /** The section stays on the site, at the end of the top level. */
  removeSection: ({ path, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const group = groupOf(store, site, path.siteSectionGroupId);
    const section = sectionOf(store, site, path.siteSectionId);
    if (section.group !== group.id) throw notFound('section of the group', section.id);
    reposition(section, topLevel(store, site.id));
    store.sections.update(section, { group: undefined });
  },

  /** The contract positions a group next to sections. A section in another group represents that group. */
  move: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const group = groupOf(store, site, path.siteSectionGroupId);
    const neighbour = (side: 'before' | 'after') => {
      const anchor = body.position[side];
      if (anchor === undefined) return undefined;
      const section = sectionFromBody(store, site, `position.${side}`, anchor.id);
      if (section.group === group.id)
        throw badField(`position.${side}`, `"${anchor.id}" is in the section group itself.`);
      return section.group ?? section.id;
    };
    reposition(group, topLevel(store, site.id), { before: neighbour('before'), after: neighbour('after') });
    return sectionGroupRecord(session, group);
  },
};

/** Moves a section to the end of a group. */
function addToGroup(store: Store, group: SectionGroupRow, section: SectionRow): void {
  reposition(section, sectionsIn(store, group.id));
  store.sections.update(section, { group: group.id });
}
