import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sectionGroups } from '../../../src/resources/section-groups/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { invalid, type MutationWorld, startMutationWorld, wrongId } from '../../support/resources/mutation-world.ts';
import { forbidden, missing } from '../../support/resources/mutations.ts';
import { type NewSite, newSections, newSite, spacesOf } from '../../support/resources/site-fixtures.ts';

const { editor, outsider } = sandboxTokens;

let world: MutationWorld;
let space: string;
/** A new site with three sections, and a section of another site. */
let site: NewSite;
let trio: string[];
let elsewhere: { id: string; restId: string };

beforeAll(async () => {
  world = await startMutationWorld();
  [space = ''] = await spacesOf(world.rest, world.home);
  const other = await newSite(world.rest, world.home);
  const [restId = ''] = await newSections(world.rest, other, space, 1);
  elsewhere = { id: other.idOf('SiteSection', restId), restId };
});
afterAll(() => world.close());

beforeEach(async () => {
  site = await newSite(world.rest, world.home);
  trio = await newSections(world.rest, site, space, 3);
});

const type = 'SiteSectionGroup';
const sectionId = (i: number) => site.idOf('SiteSection', trio[i] ?? '');
const create = (input: object) =>
  world.changed({
    endpoint: sectionGroups.create,
    name: 'createSiteSectionGroup',
    input: { siteId: site.id, title: 'Group', ...input },
    field: 'sectionGroup',
    type,
  });
const update = (input: { id: string; [name: string]: unknown }) =>
  world.changed({
    endpoint: sectionGroups.update,
    name: 'updateSiteSectionGroup',
    input,
    field: 'sectionGroup',
    type,
  });

interface Listed {
  nodes: { restId: string }[];
}
const places = ({ nodes }: Listed) => nodes.map(({ restId }) => trio.indexOf(restId)).join(' ');

/** The sections of a group, as a later request reads them: `0 2` are the first and the third. */
async function inside(id: string): Promise<string> {
  return places((await world.read(type, id, '{ sections { nodes { restId } } }')).sections);
}

/** The titles of the site's groups, in their order. */
async function titles(): Promise<string[]> {
  const { sectionGroups: list } = await world.read('Site', site.id, '{ sectionGroups { nodes { title } } }');
  return list.nodes.map(({ title }: { title: string }) => title);
}

describe('createSiteSectionGroup', () => {
  it('creates a group, with sections named by their global ids or plain REST ids', async () => {
    const facts = { title: 'T'.repeat(100), icon: 'i'.repeat(50) };
    const { id, ...created } = await create({ ...facts, sectionIds: [sectionId(2), trio[0]] });
    expect(created).toMatchObject({ ...facts, site: { restId: site.path.siteId } });
    expect(await inside(id)).toBe('2 0');
    const group = await world.read('SiteSection', sectionId(2), '{ sectionGroup { id } }');
    expect(group).toEqual({ sectionGroup: { id } });
  });

  it('answers with the sections in the group, without reading them', async () => {
    const input = { siteId: site.id, title: 'Group', sectionIds: [trio[1]] };
    const selection = 'sectionGroup { sections { totalCount nodes { title } } }';
    const { payload, reads } = await world.run.done(sectionGroups.create, 'createSiteSectionGroup', input, selection);
    expect(payload.sectionGroup.sections).toEqual({ totalCount: 1, nodes: [{ title: 'Section 1' }] });
    expect(reads).toEqual([]);
  });

  it('creates an empty group; null for the icon means none', async () => {
    const { id, icon } = await create({ icon: null });
    expect(icon).toBeNull();
    expect(await inside(id)).toBe('');
    expect(await titles()).toEqual(['Group']);
  });

  it('names all wrong fields as the input does, and sends nothing', async () => {
    const input = { siteId: site.id, title: 'T'.repeat(101), icon: 'i'.repeat(51) };
    expect(await world.run.unsent('createSiteSectionGroup', input)).toMatchObject([
      { field: ['title'], code: 'TOO_LONG' },
      { field: ['icon'], code: 'TOO_LONG' },
    ]);
    expect(await world.run.unsent('createSiteSectionGroup', { siteId: site.id, title: '' })).toMatchObject([
      { field: ['title'], code: 'TOO_SHORT' },
    ]);
  });

  it('refuses sections of another site, and those who may not create content', async () => {
    const name = 'createSiteSectionGroup';
    const input = (section: string) => ({ siteId: site.id, title: 'Group', sectionIds: [trio[0], section] });
    expect(await world.run.unsent(name, input(elsewhere.id))).toMatchObject(wrongId);
    expect(await world.run.refused(sectionGroups.create, name, input(elsewhere.restId))).toMatchObject({
      ...invalid,
      field: ['sectionIds', '1'],
    });
    expect(await world.run.failed(name, input(sectionId(1)), editor)).toMatchObject(forbidden(sectionGroups.create));
    expect(await world.run.failed(name, input(sectionId(1)), outsider)).toMatchObject(missing(sectionGroups.create));
    expect(await titles()).toEqual([]);
  });
});

describe('updateSiteSectionGroup', () => {
  it('changes title and icon, each by itself, and removes the icon by null', async () => {
    const before = await create({ icon: 'bolt', sectionIds: [trio[0]] });
    const { id } = before;
    const renamed = await update({ id, title: 'Renamed' });
    expect(renamed).toEqual({ ...before, title: 'Renamed' });
    expect(await update({ id, icon: 'leaf' })).toEqual({ ...renamed, icon: 'leaf' });
    expect(await update({ id })).toEqual({ ...renamed, icon: 'leaf' });
    expect(await update({ id, icon: null })).toEqual({ ...renamed, icon: null });
    expect(await inside(id)).toBe('0');
  });

  it('refuses wrong titles and icons, and those who may not create content', async () => {
    const { id } = await create({ title: 'Kept' });
    const name = 'updateSiteSectionGroup';
    expect(await world.run.unsent(name, { id, title: null, icon: 'i'.repeat(51) })).toMatchObject([
      { field: ['title'], code: 'NOT_ALLOWED' },
      { field: ['icon'], code: 'TOO_LONG' },
    ]);
    expect(await world.run.unsent(name, { id, title: 'T'.repeat(101) })).toMatchObject([{ code: 'TOO_LONG' }]);
    const input = { id, title: 'Mine' };
    expect(await world.run.failed(name, input, editor)).toMatchObject(forbidden(sectionGroups.update));
    expect(await titles()).toEqual(['Kept']);
  });
});

describe('addSiteSectionToGroup', () => {
  const name = 'addSiteSectionToGroup';
  const endpoint = sectionGroups.addSection;

  it('puts sections into a group, from wherever they were', async () => {
    const { id } = await create({});
    const other = await create({ sectionIds: [trio[1]] });
    for (const section of [sectionId(2), trio[1]]) {
      await world.changed({
        endpoint,
        name,
        input: { sectionGroupId: id, sectionId: section },
        field: 'sectionGroup',
        type,
      });
    }
    expect(await inside(id)).toBe('2 1');
    expect(await inside(other.id)).toBe('');
  });

  it('answers with the sections that are now in the group', async () => {
    const { id } = await create({ sectionIds: [trio[0]] });
    const input = { sectionGroupId: id, sectionId: trio[2] };
    const { payload, reads } = await world.run.done(
      endpoint,
      name,
      input,
      'sectionGroup { sections { nodes { restId } } }',
    );
    expect(places(payload.sectionGroup.sections)).toBe('0 2');
    expect(reads).toEqual([]);
  });

  it('returns the section, with the group that it is in now', async () => {
    const { id } = await create({});
    const input = { sectionGroupId: id, sectionId: trio[1] };
    const { payload } = await world.run.done(endpoint, name, input, 'section { id restId sectionGroup { id } }');
    expect(payload.section).toEqual({ id: sectionId(1), restId: trio[1], sectionGroup: { id } });
  });

  it('refuses sections of another site, no section, and those who may not create content', async () => {
    const { id: sectionGroupId } = await create({});
    expect(await world.run.unsent(name, { sectionGroupId, sectionId: elsewhere.id })).toMatchObject(wrongId);
    const foreign = { sectionGroupId, sectionId: elsewhere.restId };
    expect(await world.run.refused(endpoint, name, foreign)).toMatchObject({ ...invalid, field: ['sectionId'] });
    expect(await world.run.unsent(name, { sectionGroupId, sectionId: '' })).toMatchObject([
      { field: ['sectionId'], code: 'TOO_SHORT' },
    ]);
    const input = { sectionGroupId, sectionId: trio[0] };
    expect(await world.run.failed(name, input, editor)).toMatchObject(forbidden(endpoint));
    expect(await inside(sectionGroupId)).toBe('');
  });
});

describe('removeSiteSectionFromGroup', () => {
  const name = 'removeSiteSectionFromGroup';
  const endpoint = sectionGroups.removeSection;

  it('takes sections out of a group; they stay on the site', async () => {
    const { id: sectionGroupId } = await create({ sectionIds: trio });
    const selection = 'sectionGroup { id sections { nodes { restId } } } section { id title sectionGroup { id } }';
    for (const [i, section] of [
      [0, sectionId(0)],
      [2, trio[2]],
    ] as const) {
      const input = { sectionGroupId, sectionId: section };
      const { payload, reads } = await world.run.done(endpoint, name, input, selection);
      expect(places(payload.sectionGroup.sections)).toBe(i === 0 ? '1 2' : '1');
      expect(payload.sectionGroup.id).toBe(sectionGroupId);
      expect(payload.section).toEqual({ id: sectionId(i), title: `Section ${i}`, sectionGroup: null });
      expect(reads.sort()).toEqual(['sectionGroups.list', 'siteSections.list']);
    }
    expect(await inside(sectionGroupId)).toBe('1');
    const again = { sectionGroupId, sectionId: trio[0] };
    expect(await world.run.failed(name, again)).toMatchObject(missing(endpoint));
  });

  it('refuses sections of another site, and those who may not create content', async () => {
    const { id: sectionGroupId } = await create({ sectionIds: trio });
    expect(await world.run.unsent(name, { sectionGroupId, sectionId: elsewhere.id })).toMatchObject(wrongId);
    const input = { sectionGroupId, sectionId: trio[0] };
    expect(await world.run.failed(name, input, editor)).toMatchObject(forbidden(endpoint));
    expect(await inside(sectionGroupId)).toBe('0 1 2');
  });
});

describe('moveSiteSectionGroup', () => {
  const name = 'moveSiteSectionGroup';
  const endpoint = sectionGroups.move;

  it('puts a group before or after sections of the site, and the group that a section is in', async () => {
    const { id: first } = await create({ title: 'First', sectionIds: [trio[0]] });
    const { id: second } = await create({ title: 'Second', sectionIds: [trio[1]] });
    const move = (id: string, position: object) =>
      world.changed({ endpoint, name, input: { id, position }, field: 'sectionGroup', type });
    await move(second, { before: trio[2] });
    await move(first, { after: sectionId(2) });
    expect(await titles()).toEqual(['Second', 'First']);
    await move(first, { before: sectionId(1) });
    expect(await titles()).toEqual(['First', 'Second']);
    expect([await inside(first), await inside(second)]).toEqual(['0', '1']);
  });

  it('refuses groups and sections elsewhere, and those who may not create content', async () => {
    const { id } = await create({ title: 'First' });
    await create({ title: 'Second' });
    const behind = (neighbour: string) => ({ id, position: { after: neighbour } });
    for (const wrong of [id, elsewhere.id]) {
      expect(await world.run.unsent(name, behind(wrong))).toMatchObject(wrongId);
    }
    expect(await world.run.refused(endpoint, name, behind(elsewhere.restId))).toMatchObject({
      ...invalid,
      field: ['position', 'after'],
    });
    expect(await world.run.failed(name, behind(sectionId(0)), editor)).toMatchObject(forbidden(endpoint));
    expect(await titles()).toEqual(['First', 'Second']);
  });
});

describe('deleteSiteSectionGroup', () => {
  it('deletes a group; its sections stay', async () => {
    const { id } = await create({ sectionIds: [trio[1]] });
    const name = 'deleteSiteSectionGroup';
    expect(await world.run.failed(name, { id }, editor)).toMatchObject(forbidden(sectionGroups.delete));
    await world.deleted(sectionGroups.delete, name, id);
    expect(await titles()).toEqual([]);
    const left = await world.read('SiteSection', sectionId(1), '{ restId sectionGroup { id } }');
    expect(left).toEqual({ restId: trio[1], sectionGroup: null });
  });
});
