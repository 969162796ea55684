import { afterAll, describe, expect, it } from 'vitest';
import type { BodyOf } from '../../src/engine/contract/endpoint.ts';
import { contract } from '../../src/resources/contract.ts';
import type { Site } from '../../src/resources/sites/records.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { defaults, ids, startSiteWrites } from '../support/sandbox/site-writes.ts';

const { sectionGroups, siteSections, siteSpaces, sites, spaces } = contract;

const { api, at, spaceAt, createSite, getSite, updateSite, sectionsOf, siteSpacesOf } = await startSiteWrites();

afterAll(() => api.sandbox.close());

const addSection = (site: Site, title: string, space = spaceAt(0)) =>
  api.call(siteSections.create, { path: at(site), body: { spaceId: space, title } });
const addSpace = (site: Site, spaceId: string, sectionId?: string) =>
  api.call(siteSpaces.create, { path: at(site), body: { spaceId, sectionId } });
const groupsOf = (site: Site) => api.items(sectionGroups.list, { path: at(site) });
const sectionPath = (site: Site, section: { id: string }) => ({ ...at(site), siteSectionId: section.id });
const groupPath = (site: Site, group: { id: string }) => ({ ...at(site), siteSectionGroupId: group.id });
const siteSpacePath = (site: Site, siteSpace: { id: string }) => ({ ...at(site), siteSpaceId: siteSpace.id });

describe('site sections', () => {
  it('are created from a space, and have its title by default', async () => {
    const site = await createSite();
    const space = await api.call(spaces.get, { path: { spaceId: spaceAt(0) } });
    const first = await api.call(siteSections.create, { path: at(site), body: { spaceId: space.id, title: null } });
    const second = await api.call(siteSections.create, { path: at(site), body: { spaceId: space.id, icon: 'bolt' } });
    expect(first).toMatchObject({ title: space.title, default: true });
    expect(first).not.toHaveProperty('icon');
    expect(second).toMatchObject({ title: space.title, default: false, icon: 'bolt', path: `${first.path}-2` });
    expect(second.siteSpaces).toHaveLength(1);
    expect(second.siteSpaces?.[0]).toMatchObject({ default: false, section: second.id, space: { id: space.id } });
    expect(first.siteSpaces?.[0]).toMatchObject({ default: true });
    expect((await getSite(site)).siteSpaces).toBe(2);
    expect(await sectionsOf(site)).toEqual([first, second]);
  });

  it('are updated field by field, and remove condition, icon and description by null', async () => {
    const site = await createSite();
    const created = await addSection(site, 'Guides');
    const path = sectionPath(site, created);
    const facts = { title: 'Handbook', path: 'book', condition: 'visitor.claims.a', icon: 'book', description: 'All' };
    const changed = await api.call(siteSections.update, { path, body: facts });
    expect(changed).toEqual({ ...created, ...facts });
    expect(await api.call(siteSections.update, { path, body: {} })).toEqual(changed);
    const removed = await api.call(siteSections.update, {
      path,
      body: { condition: null, icon: null, description: null },
    });
    expect(removed).toEqual({ ...created, title: 'Handbook', path: 'book' });
    const other = await addSection(site, 'API');
    const taken = { path: sectionPath(site, other), body: { path: 'book' } };
    expect(await api.failure(siteSections.update, taken)).toMatchObject({ status: 409 });
    for (const body of [{ path: '' }, { condition: '' }, { condition: 'x'.repeat(1025) }, { title: 'x' }]) {
      expect(await api.failure(siteSections.update, { path, body })).toMatchObject({ status: 400 });
    }
  });

  it('have one default per site, which changes to the next section on deletion', async () => {
    const site = await createSite();
    const [a, b, c] = [await addSection(site, 'Aa'), await addSection(site, 'Bb'), await addSection(site, 'Cc')];
    await updateSite(site, { defaultSiteSection: b.id });
    expect(defaults(await sectionsOf(site))).toEqual([b.id]);
    await api.call(siteSections.delete, { path: sectionPath(site, b) });
    expect(defaults(await sectionsOf(site))).toEqual([c.id]);
    await api.call(siteSections.delete, { path: sectionPath(site, c) });
    expect(defaults(await sectionsOf(site))).toEqual([a.id]);
    expect((await getSite(site)).siteSpaces).toBe(1);
    expect(ids(await siteSpacesOf(site))).toEqual(ids(a.siteSpaces ?? []));
    const gone = { path: at(site), body: { defaultSiteSection: b.id } };
    expect(await api.failure(sites.update, gone)).toMatchObject({ status: 400 });
  });

  it('have one default site space, which the section or the site can set', async () => {
    const site = await createSite();
    const section = await addSection(site, 'Aa');
    const other = await addSection(site, 'Bb');
    const added = await addSpace(site, spaceAt(1), section.id);
    const path = sectionPath(site, section);
    const changed = await api.call(siteSections.update, { path, body: { defaultSiteSpace: added.id } });
    expect(defaults(changed.siteSpaces ?? [])).toEqual([added.id]);
    const first = section.siteSpaces?.[0]?.id ?? '';
    await updateSite(site, { defaultSiteSpace: first });
    expect(defaults((await sectionsOf(site))[0]?.siteSpaces ?? [])).toEqual([first]);
    // The site can set it in the default section only.
    const stranger = { path: at(site), body: { defaultSiteSpace: other.siteSpaces?.[0]?.id } };
    expect(await api.failure(sites.update, stranger)).toMatchObject({ status: 400 });
    await updateSite(site, { ...stranger.body, defaultSiteSection: other.id });
    const foreign = { path, body: stranger.body };
    expect(await api.failure(siteSections.update, foreign)).toMatchObject({ status: 400 });
  });

  it('are moved next to each other, which moves them to the group of their neighbour', async () => {
    const site = await createSite();
    const [a, b, c] = [await addSection(site, 'Aa'), await addSection(site, 'Bb'), await addSection(site, 'Cc')];
    const anchor = (section: { id: string }) => ({ type: 'site-section' as const, siteSection: section.id });
    const move = (section: { id: string }, position: BodyOf<typeof siteSections.move>['position']) =>
      api.call(siteSections.move, { path: sectionPath(site, section), body: { position } });
    await move(c, { before: anchor(a) });
    expect(ids(await sectionsOf(site))).toEqual([c.id, a.id, b.id]);
    await move(c, { after: anchor(a), before: anchor(b) });
    expect(ids(await sectionsOf(site))).toEqual([a.id, c.id, b.id]);
    const group = await api.call(sectionGroups.create, { path: at(site), body: { title: 'G', sections: [a.id] } });
    expect((await move(b, { before: anchor(a) })).sectionGroup).toBe(group.id);
    expect(ids((await groupsOf(site))[0]?.sections ?? [])).toEqual([b.id, a.id]);
    expect(await move(a, { after: anchor(c) })).not.toHaveProperty('sectionGroup');
    const nowhere = { path: sectionPath(site, a), body: { position: { before: anchor({ id: 'nowhere' }) } } };
    expect(await api.failure(siteSections.move, nowhere)).toMatchObject({ status: 400 });
  });
});

describe('section groups', () => {
  it('are created with sections, updated, and keep their sections on deletion', async () => {
    const site = await createSite();
    const [a, b, c] = [await addSection(site, 'Aa'), await addSection(site, 'Bb'), await addSection(site, 'Cc')];
    const body = { title: 'Learn', icon: 'book', sections: [c.id, a.id] };
    const created = await api.call(sectionGroups.create, { path: at(site), body });
    expect(created).toMatchObject({ title: 'Learn', icon: 'book' });
    expect(created.sections?.map(({ id, sectionGroup }) => [id, sectionGroup])).toEqual([
      [c.id, created.id],
      [a.id, created.id],
    ]);
    expect(ids(await sectionsOf(site))).toEqual([b.id, c.id, a.id]);
    const path = groupPath(site, created);
    const changed = await api.call(sectionGroups.update, { path, body: { title: 'Explore', icon: null } });
    expect(changed).toEqual({ ...created, title: 'Explore', icon: undefined });
    expect(await api.call(sectionGroups.update, { path, body: {} })).toEqual(changed);
    await api.call(sectionGroups.delete, { path });
    expect(await groupsOf(site)).toEqual([]);
    const left = await sectionsOf(site);
    expect(ids(left)).toEqual([b.id, c.id, a.id]);
    expect(left.filter((section) => 'sectionGroup' in section)).toEqual([]);
  });

  it('add a section from another group, and remove it to the top level', async () => {
    const site = await createSite();
    const section = await addSection(site, 'Aa');
    const create = (title: string) => api.call(sectionGroups.create, { path: at(site), body: { title } });
    const [one, two] = [await create('One'), await create('Two')];
    const add = (group: { id: string }) =>
      api.call(sectionGroups.addSection, { path: groupPath(site, group), body: { sectionId: section.id } });
    expect(ids((await add(one)).sections ?? [])).toEqual([section.id]);
    expect(ids((await add(two)).sections ?? [])).toEqual([section.id]);
    expect((await groupsOf(site)).map(({ sections = [] }) => sections.length)).toEqual([0, 1]);
    const inGroup = (group: { id: string }) => ({ path: { ...groupPath(site, group), siteSectionId: section.id } });
    expect(await api.failure(sectionGroups.removeSection, inGroup(one))).toMatchObject({ status: 404 });
    await api.call(sectionGroups.removeSection, inGroup(two));
    expect((await sectionsOf(site))[0]).not.toHaveProperty('sectionGroup');
    const unknown = { path: groupPath(site, one), body: { sectionId: 'nowhere' } };
    expect(await api.failure(sectionGroups.addSection, unknown)).toMatchObject({ status: 400 });
  });

  it('are moved next to a section, or next to its group', async () => {
    const site = await createSite();
    const [a, b, c] = [await addSection(site, 'Aa'), await addSection(site, 'Bb'), await addSection(site, 'Cc')];
    const create = (title: string, sections: string[]) =>
      api.call(sectionGroups.create, { path: at(site), body: { title, sections } });
    const [one, two] = [await create('One', [b.id]), await create('Two', [c.id])];
    const move = (group: { id: string }, position: BodyOf<typeof sectionGroups.move>['position']) =>
      api.call(sectionGroups.move, { path: groupPath(site, group), body: { position } });
    const anchor = (section: { id: string }) => ({ type: 'site-section' as const, id: section.id });
    await move(two, { before: anchor(a) });
    expect(ids(await sectionsOf(site))).toEqual([c.id, a.id, b.id]);
    await move(two, { after: anchor(b) });
    expect(ids(await sectionsOf(site))).toEqual([a.id, b.id, c.id]);
    expect(ids(await groupsOf(site))).toEqual([one.id, two.id]);
    const ownSection = { path: groupPath(site, one), body: { position: { before: anchor(b) } } };
    const message = `"${b.id}" is in the section group itself.`;
    expect(await api.failure(sectionGroups.move, ownSection)).toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
    });
  });
});

describe('site spaces', () => {
  it('are created at the root level of a site without sections, otherwise in the default section', async () => {
    const plain = await createSite();
    expect(await addSpace(plain, spaceAt(0))).not.toHaveProperty('section');
    const site = await createSite();
    const [, second] = [await addSection(site, 'Aa'), await addSection(site, 'Bb')];
    await updateSite(site, { defaultSiteSection: second.id });
    expect(await addSpace(site, spaceAt(1))).toMatchObject({ section: second.id, default: false });
    expect((await getSite(site)).siteSpaces).toBe(3);
    const unknown = { path: at(site), body: { spaceId: spaceAt(1), sectionId: 'nowhere' } };
    expect(await api.failure(siteSpaces.create, unknown)).toMatchObject({ status: 400 });
  });

  it('have one default per level, which changes to the next one on deletion', async () => {
    const site = await createSite({ spaces: [spaceAt(0), spaceAt(1), spaceAt(2)] });
    const [a, b, c] = ids(await siteSpacesOf(site));
    await updateSite(site, { defaultSiteSpace: b });
    const list = (flag: boolean) => api.items(siteSpaces.list, { path: at(site), query: { default: flag } });
    expect(ids(await list(true))).toEqual([b]);
    expect(ids(await list(false))).toEqual([a, c]);
    await api.call(siteSpaces.delete, { path: siteSpacePath(site, { id: b ?? '' }) });
    expect(ids(await list(true))).toEqual([c]);
    await api.call(siteSpaces.delete, { path: siteSpacePath(site, { id: c ?? '' }) });
    expect(ids(await list(true))).toEqual([a]);
    await api.call(siteSpaces.delete, { path: siteSpacePath(site, { id: a ?? '' }) });
    expect(await siteSpacesOf(site)).toEqual([]);
    expect((await getSite(site)).siteSpaces).toBe(0);
    expect((await addSpace(site, spaceAt(1))).default).toBe(true);
  });

  it('are updated field by field, remove the condition by null, and can change the space', async () => {
    const site = await createSite({ spaces: [spaceAt(0), spaceAt(1)] });
    const [first, second] = await siteSpacesOf(site);
    const path = siteSpacePath(site, first as { id: string });
    const facts = { path: 'start', condition: 'visitor.claims.isPilot' };
    const changed = await api.call(siteSpaces.update, { path, body: facts });
    expect(changed).toEqual({ ...first, ...facts });
    expect(await api.call(siteSpaces.update, { path, body: {} })).toEqual(changed);
    expect(await api.call(siteSpaces.update, { path, body: { condition: null } })).not.toHaveProperty('condition');
    const other = await api.call(spaces.get, { path: { spaceId: spaceAt(2) } });
    const shown = await api.call(siteSpaces.update, { path, body: { spaceId: other.id } });
    expect(shown).toMatchObject({ path: 'start', title: other.title, space: { id: other.id } });
    const taken = { path, body: { path: second?.path } };
    expect(await api.failure(siteSpaces.update, taken)).toMatchObject({ status: 409 });
    expect(await api.failure(siteSpaces.update, { path, body: { spaceId: 'nowhere' } })).toMatchObject({ status: 400 });
  });

  it('are moved within their level', async () => {
    const site = await createSite({ spaces: [spaceAt(0), spaceAt(1), spaceAt(2)] });
    const [a = '', b = '', c = ''] = ids(await siteSpacesOf(site));
    const position = { after: { type: 'site-space' as const, siteSpace: c } };
    await api.call(siteSpaces.move, { path: siteSpacePath(site, { id: a }), body: { position } });
    expect(ids(await siteSpacesOf(site))).toEqual([b, c, a]);
    expect(defaults(await siteSpacesOf(site))).toEqual([a]);
    const failureAt = async (siteSpace: string) => {
      const wrong = { after: { type: 'site-space' as const, siteSpace } };
      return (await api.failure(siteSpaces.move, { path: siteSpacePath(site, { id: a }), body: { position: wrong } }))
        .message;
    };
    expect(await failureAt(a)).toContain(`"${a}" is what is moved.`);
    expect(await failureAt('nowhere')).toContain('The site has no site space "nowhere".');
    const section = await addSection(site, 'Elsewhere');
    const elsewhere = (await siteSpacesOf(site)).find((siteSpace) => siteSpace.section === section.id)?.id ?? '';
    expect(await failureAt(elsewhere)).toContain(`No record "${elsewhere}" is under the same parent.`);
  });

  it('are not found on another site', async () => {
    const [site, other] = [await createSite({ spaces: [spaceAt(0)] }), await createSite()];
    const [siteSpace] = await siteSpacesOf(site);
    const path = siteSpacePath(other, siteSpace as { id: string });
    expect(await api.failure(siteSpaces.delete, { path })).toMatchObject({ status: 404 });
  });
});

describe('the structure of a site', () => {
  it('is read by every member with a role, and updated only by members who may create content', async () => {
    const site = await createSite();
    const section = await addSection(site, 'Aa');
    const group = await api.call(sectionGroups.create, {
      path: at(site),
      body: { title: 'G', sections: [section.id] },
    });
    const siteSpace = section.siteSpaces?.[0] ?? { id: '' };
    const { editor } = sandboxTokens;
    const spaceId = spaceAt(0);
    const beside = <Anchor>(after: Anchor) => ({ position: { after } });
    const atSection = beside({ type: 'site-section' as const, siteSection: section.id });
    const atGroup = beside({ type: 'site-section' as const, id: section.id });
    const atSpace = beside({ type: 'site-space' as const, siteSpace: siteSpace.id });
    const refusals = await Promise.all([
      api.failure(siteSections.create, { path: at(site), body: { spaceId } }, editor),
      api.failure(siteSections.update, { path: sectionPath(site, section), body: { title: 'Mine' } }, editor),
      api.failure(siteSections.move, { path: sectionPath(site, section), body: atSection }, editor),
      api.failure(siteSections.delete, { path: sectionPath(site, section) }, editor),
      api.failure(sectionGroups.create, { path: at(site), body: { title: 'Mine' } }, editor),
      api.failure(sectionGroups.update, { path: groupPath(site, group), body: { title: 'Mine' } }, editor),
      api.failure(sectionGroups.addSection, { path: groupPath(site, group), body: { sectionId: section.id } }, editor),
      api.failure(sectionGroups.move, { path: groupPath(site, group), body: atGroup }, editor),
      api.failure(sectionGroups.delete, { path: groupPath(site, group) }, editor),
      api.failure(siteSpaces.create, { path: at(site), body: { spaceId } }, editor),
      api.failure(siteSpaces.update, { path: siteSpacePath(site, siteSpace), body: { path: 'mine' } }, editor),
      api.failure(siteSpaces.move, { path: siteSpacePath(site, siteSpace), body: atSpace }, editor),
      api.failure(siteSpaces.delete, { path: siteSpacePath(site, siteSpace) }, editor),
    ]);
    expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([403]));
    const seen = await api.items(sectionGroups.list, { path: at(site) }, editor);
    expect(seen.map(({ id, title, sections = [] }) => [id, title, ids(sections)])).toEqual([
      [group.id, 'G', [section.id]],
    ]);
  });
});
