import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { siteSections } from '../../../src/resources/site-sections/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { invalid, type MutationWorld, startMutationWorld, wrongId } from '../../support/resources/mutation-world.ts';
import { forbidden, missing } from '../../support/resources/mutations.ts';
import { type NewSite, newSections, newSite, siteSpacesOn, spacesOf } from '../../support/resources/site-fixtures.ts';

const { editor, outsider } = sandboxTokens;

let world: MutationWorld;
let spaces: string[];
/** A new site with three sections. */
let site: NewSite;
let trio: string[];

beforeAll(async () => {
  world = await startMutationWorld();
  spaces = await spacesOf(world.rest, world.home);
});
afterAll(() => world.close());

beforeEach(async () => {
  site = await newSite(world.rest, world.home);
  trio = await newSections(world.rest, site, spaces[0] ?? '', 3);
});

const type = 'SiteSection';
const sectionId = (i: number) => site.idOf(type, trio[i] ?? '');
const create = (input: object) =>
  world.changed({
    endpoint: siteSections.create,
    name: 'createSiteSection',
    input: { siteId: site.id, ...input },
    field: 'section',
    type,
  });
const update = (input: object, id = sectionId(0)) =>
  world.changed({
    endpoint: siteSections.update,
    name: 'updateSiteSection',
    input: { id, ...input },
    field: 'section',
    type,
  });

/** The order of the sections, as a later request reads it: `0 1 2` at the start. */
async function order(): Promise<string> {
  const { sections } = await world.read('Site', site.id, '{ sections { nodes { restId } } }');
  return sections.nodes.map(({ restId }: { restId: string }) => trio.indexOf(restId)).join(' ');
}

describe('createSiteSection', () => {
  it('creates a section with a space in it, named by its global id or plain REST id', async () => {
    const [, second = '', third = ''] = spaces;
    for (const [spaceId, restId] of [
      [globalIdOf('Space', second), second],
      [third, third],
    ]) {
      const facts = { title: 'T'.repeat(128), icon: 'i'.repeat(50) };
      const created = await create({ ...facts, spaceId });
      expect(created).toMatchObject({ ...facts, site: { restId: site.path.siteId } });
      const { siteSpaces } = await world.read(type, created.id, '{ siteSpaces { nodes { space { restId } } } }');
      expect(siteSpaces.nodes).toEqual([{ space: { restId } }]);
    }
    expect(await order()).toBe('0 1 2 -1 -1');
  });

  it('answers with what stands in the section, without reading it', async () => {
    const selection = 'section { siteSpaces { totalCount nodes { isDefault space { title } } } }';
    const input = { siteId: site.id, spaceId: spaces[1] };
    const { payload, reads } = await world.run.done(siteSections.create, 'createSiteSection', input, selection);
    const space = { title: expect.any(String) };
    expect(payload.section.siteSpaces).toEqual({ totalCount: 1, nodes: [{ isDefault: false, space }] });
    expect(reads).toEqual([]);
  });

  it('takes null for the title and the icon, as for none', async () => {
    const { title } = await world.read('Space', globalIdOf('Space', spaces[1] ?? ''), '{ title }');
    expect(await create({ spaceId: spaces[1], title: null, icon: null })).toMatchObject({ title, icon: null });
    expect(await create({ spaceId: spaces[1] })).toMatchObject({ title, icon: null });
  });

  it('names all wrong fields, and sends nothing', async () => {
    const input = { siteId: site.id, spaceId: '', title: 'T', icon: 'i'.repeat(51) };
    expect(await world.run.unsent('createSiteSection', input)).toMatchObject([
      { field: ['spaceId'], code: 'TOO_SHORT' },
      { field: ['title'], code: 'TOO_SHORT' },
      { field: ['icon'], code: 'TOO_LONG' },
    ]);
    const tooLong = { siteId: site.id, spaceId: spaces[0], title: 'T'.repeat(129) };
    expect(await world.run.unsent('createSiteSection', tooLong)).toMatchObject([
      { field: ['title'], code: 'TOO_LONG' },
    ]);
  });

  it('refuses unknown spaces, ids of other records, and those who may not create', async () => {
    const endpoint = siteSections.create;
    const run = (spaceId: string | undefined, token?: string) =>
      world.run.failed('createSiteSection', { siteId: site.id, spaceId }, token);
    expect(
      await world.run.refused(endpoint, 'createSiteSection', { siteId: site.id, spaceId: 'nowhere' }),
    ).toMatchObject({ ...invalid, field: ['spaceId'], message: expect.stringContaining('nowhere') });
    const wrong = { siteId: site.id, spaceId: site.id };
    expect(await world.run.unsent('createSiteSection', wrong)).toMatchObject(wrongId);
    expect(await run(spaces[0], editor)).toMatchObject(forbidden(endpoint));
    expect(await run(spaces[0], outsider)).toMatchObject(missing(endpoint));
    expect(await order()).toBe('0 1 2');
  });
});

describe('updateSiteSection', () => {
  const facts = {
    title: 'T'.repeat(128),
    path: 'p'.repeat(100),
    condition: 'visitor.claims.beta'.padEnd(1024, ' '),
    icon: 'i'.repeat(50),
    description: 'd'.repeat(256),
  };

  it('changes each field by itself, and keeps the others', async () => {
    let before = await update({});
    for (const [name, value] of Object.entries(facts)) {
      const after = await update({ [name]: value });
      expect(after).toEqual({ ...before, [name]: value });
      before = after;
    }
  });

  it('removes condition, icon and description by null, each by itself', async () => {
    let before = await update(facts);
    for (const name of ['condition', 'icon', 'description']) {
      const after = await update({ [name]: null });
      expect(after).toEqual({ ...before, [name]: null });
      before = after;
    }
  });

  it('sets where its readers come to first, by global id or plain REST id', async () => {
    const { rest } = world;
    const [place = ''] = await siteSpacesOn(rest, site);
    const second = await addSpace(spaces[1]);
    for (const [defaultSiteSpaceId, restId] of [
      [site.idOf('SiteSpace', second), second],
      [place, place],
    ]) {
      await update({ defaultSiteSpaceId });
      const { siteSpaces } = await world.read(type, sectionId(0), '{ siteSpaces { nodes { restId isDefault } } }');
      expect(siteSpaces.nodes).toContainEqual({ restId, isDefault: true });
      expect(siteSpaces.nodes.filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toHaveLength(1);
    }
  });

  /** Puts a space into the first section; the REST id of its place. */
  async function addSpace(spaceId: string | undefined): Promise<string> {
    const input = { siteId: site.id, spaceId, sectionId: trio[0] };
    const { data } = await world.execute(
      'mutation ($input: CreateSiteSpaceInput!) { createSiteSpace(input: $input) { siteSpace { restId } } }',
      { variables: { input } },
    );
    return data.createSiteSpace.siteSpace.restId;
  }

  it('names all wrong fields, and sends nothing', async () => {
    const before = await update({});
    const tooLong = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, `${value}x`]));
    const userErrors = await world.run.unsent('updateSiteSection', { id: before.id, ...tooLong });
    expect(userErrors.map(({ field, code }) => [field?.[0], code])).toEqual(
      Object.keys(facts).map((name) => [name, 'TOO_LONG']),
    );
    const others = { title: null, path: null, defaultSiteSpaceId: null, condition: '' };
    expect(await world.run.unsent('updateSiteSection', { id: before.id, ...others })).toMatchObject([
      { field: ['title'], code: 'NOT_ALLOWED' },
      { field: ['path'], code: 'NOT_ALLOWED' },
      { field: ['defaultSiteSpaceId'], code: 'NOT_ALLOWED' },
      { field: ['condition'], code: 'TOO_SHORT' },
    ]);
    expect(await world.read(type, before.id)).toEqual(before);
  });

  it('refuses a path that is taken, places elsewhere, and those who may not create content', async () => {
    const endpoint = siteSections.update;
    const { path } = await update({}, sectionId(1));
    const taken = { id: sectionId(0), path };
    expect(await world.run.refused(endpoint, 'updateSiteSection', taken)).toMatchObject({ code: 'CONFLICT' });
    const [, elsewhere = ''] = await siteSpacesOn(world.rest, site);
    const place = { id: sectionId(0), defaultSiteSpaceId: elsewhere };
    expect(await world.run.refused(endpoint, 'updateSiteSection', place)).toMatchObject({
      ...invalid,
      field: ['defaultSiteSpaceId'],
    });
    const other = await newSite(world.rest, world.home, spaces.slice(0, 1));
    const foreign = { id: sectionId(0), defaultSiteSpaceId: other.idOf('SiteSpace', elsewhere) };
    expect(await world.run.unsent('updateSiteSection', foreign)).toMatchObject(wrongId);
    const input = { id: sectionId(0), title: 'Mine' };
    expect(await world.run.failed('updateSiteSection', input, editor)).toMatchObject(forbidden(endpoint));
    expect(await world.read(type, sectionId(0), '{ title }')).toEqual({ title: 'Section 0' });
  });
});

describe('moveSiteSection', () => {
  const endpoint = siteSections.move;
  const name = 'moveSiteSection';
  const move = (i: number, position: object) =>
    world.changed({ endpoint, name, input: { id: sectionId(i), position }, field: 'section', type });

  it('puts a section before or after another, or between two', async () => {
    await move(2, { before: sectionId(0) });
    expect(await order()).toBe('2 0 1');
    await move(2, { after: trio[0] });
    expect(await order()).toBe('0 2 1');
    await move(0, { after: sectionId(2), before: trio[1] });
    expect(await order()).toBe('2 0 1');
    await move(2, { before: null, after: sectionId(1) });
    expect(await order()).toBe('0 1 2');
  });

  it('refuses neighbours elsewhere, and those who may not create content', async () => {
    const id = sectionId(0);
    const other = await newSite(world.rest, world.home);
    const [foreign = ''] = await newSections(world.rest, other, spaces[0] ?? '', 1);
    const behind = (neighbour: string) => ({ id, position: { after: neighbour } });
    expect(await world.run.unsent(name, behind(other.idOf(type, foreign)))).toMatchObject(wrongId);
    expect(await world.run.refused(endpoint, name, behind(foreign))).toMatchObject({
      ...invalid,
      field: ['position', 'after'],
    });
    expect(await world.run.failed(name, behind(sectionId(2)), editor)).toMatchObject(forbidden(endpoint));
    expect(await order()).toBe('0 1 2');
  });
});

describe('deleteSiteSection', () => {
  it('deletes a section with its places, but not its spaces', async () => {
    const input = { id: sectionId(1) };
    expect(await world.run.failed('deleteSiteSection', input, editor)).toMatchObject(forbidden(siteSections.delete));
    await world.deleted(siteSections.delete, 'deleteSiteSection', sectionId(1));
    expect(await order()).toBe('0 2');
    expect(await world.read('Site', site.id, '{ siteSpaceCount }')).toEqual({ siteSpaceCount: 2 });
  });
});
