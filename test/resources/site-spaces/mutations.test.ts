import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { siteSpaces } from '../../../src/resources/site-spaces/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { invalid, type MutationWorld, startMutationWorld, wrongId } from '../../support/resources/mutation-world.ts';
import { forbidden, missing } from '../../support/resources/mutations.ts';
import { type NewSite, newSections, newSite, siteSpacesOn, spacesOf } from '../../support/resources/site-fixtures.ts';

const { editor, outsider } = sandboxTokens;

let world: MutationWorld;
let spaces: string[];
/** A new site with three spaces at its root. */
let site: NewSite;
let trio: string[];

beforeAll(async () => {
  world = await startMutationWorld();
  spaces = await spacesOf(world.rest, world.home);
});
afterAll(() => world.close());

beforeEach(async () => {
  site = await newSite(world.rest, world.home, spaces.slice(0, 3));
  trio = await siteSpacesOn(world.rest, site);
});

const type = 'SiteSpace';
const placeId = (i: number) => site.idOf(type, trio[i] ?? '');
const spaceId = (i: number) => globalIdOf('Space', spaces[i] ?? '');
const create = (input: object, at = site) =>
  world.changed({
    endpoint: siteSpaces.create,
    name: 'createSiteSpace',
    input: { siteId: at.id, ...input },
    field: 'siteSpace',
    type,
  });
const update = (input: object) =>
  world.changed({
    endpoint: siteSpaces.update,
    name: 'updateSiteSpace',
    input: { id: placeId(0), ...input },
    field: 'siteSpace',
    type,
  });

/** The order of the site spaces, as a later request reads it: `0 1 2` at the start. */
async function order(): Promise<string> {
  const { siteSpaces: list } = await world.read('Site', site.id, '{ siteSpaces { nodes { restId } } }');
  return list.nodes.map(({ restId }: { restId: string }) => trio.indexOf(restId)).join(' ');
}

describe('createSiteSpace', () => {
  it('puts a space on a site, named by its global id or plain REST id', async () => {
    for (const [name, restId] of [
      [spaceId(3), spaces[3]],
      [spaces[4], spaces[4]],
    ]) {
      const created = await create({ spaceId: name });
      expect(created).toMatchObject({ space: { restId }, site: { restId: site.path.siteId }, section: null });
    }
    expect(await order()).toBe('0 1 2 -1 -1');
    expect(await world.read('Site', site.id, '{ siteSpaceCount }')).toEqual({ siteSpaceCount: 5 });
  });

  it('puts it into a section: the one that is named, or the default one', async () => {
    const [first = '', second = ''] = await newSections(world.rest, site, spaces[0] ?? '', 2);
    for (const [sectionId, restId] of [
      [site.idOf('SiteSection', second), second],
      [second, second],
      [undefined, first],
    ]) {
      expect(await create({ spaceId: spaceId(3), sectionId })).toMatchObject({ section: { restId } });
    }
    const section = await world.read('SiteSection', site.idOf('SiteSection', second), '{ siteSpaces { totalCount } }');
    expect(section).toEqual({ siteSpaces: { totalCount: 3 } });
  });

  it('answers with the space itself, without reading it', async () => {
    const input = { siteId: site.id, spaceId: spaceId(5) };
    const selection = '{ title organization { restId } revision { restId } }';
    const { payload, reads } = await world.run.done(
      siteSpaces.create,
      'createSiteSpace',
      input,
      `siteSpace { space ${selection} }`,
    );
    expect(payload.siteSpace.space).toEqual(await world.read('Space', spaceId(5), selection));
    expect(reads).toEqual([]);
  });

  it('refuses no space, and sends nothing', async () => {
    const input = { siteId: site.id, spaceId: '' };
    expect(await world.run.unsent('createSiteSpace', input)).toMatchObject([{ field: ['spaceId'], code: 'TOO_SHORT' }]);
  });

  it('refuses spaces and sections that the site can not have, and those who may not create content', async () => {
    const name = 'createSiteSpace';
    const endpoint = siteSpaces.create;
    const input = { siteId: site.id, spaceId: spaceId(3) };
    const other = await newSite(world.rest, world.home);
    const [foreign = ''] = await newSections(world.rest, other, spaces[0] ?? '', 1);
    for (const wrong of [{ spaceId: 'nowhere' }, { sectionId: foreign }]) {
      expect(await world.run.refused(endpoint, name, { ...input, ...wrong })).toMatchObject({
        ...invalid,
        field: Object.keys(wrong),
      });
    }
    for (const wrong of [{ spaceId: site.id }, { sectionId: other.idOf('SiteSection', foreign) }]) {
      expect(await world.run.unsent(name, { ...input, ...wrong })).toMatchObject(wrongId);
    }
    expect(await world.run.failed(name, input, editor)).toMatchObject(forbidden(endpoint));
    expect(await world.run.failed(name, input, outsider)).toMatchObject(missing(endpoint));
    expect(await order()).toBe('0 1 2');
  });
});

describe('updateSiteSpace', () => {
  it('changes each field by itself, and keeps the others', async () => {
    let before = await update({});
    for (const change of [{ path: 'p'.repeat(100) }, { condition: 'visitor.claims.beta'.padEnd(1024, ' ') }]) {
      const after = await update(change);
      expect(after).toEqual({ ...before, ...change });
      before = after;
    }
    expect(await update({ condition: null })).toEqual({ ...before, condition: null });
  });

  it('shows another space, named by its global id or plain REST id', async () => {
    const { path } = await update({});
    for (const [name, i] of [
      [spaceId(3), 3],
      [spaces[4], 4],
    ] as const) {
      const { title } = await world.read('Space', spaceId(i), '{ title }');
      expect(await update({ spaceId: name })).toMatchObject({ space: { restId: spaces[i] }, title, path });
    }
  });

  it('names all wrong fields, and sends nothing', async () => {
    const before = await update({});
    const { id } = before;
    expect(await world.run.unsent('updateSiteSpace', { id, path: null, condition: '', spaceId: null })).toMatchObject([
      { field: ['path'], code: 'NOT_ALLOWED' },
      { field: ['condition'], code: 'TOO_SHORT' },
      { field: ['spaceId'], code: 'NOT_ALLOWED' },
    ]);
    const tooLong = { id, path: 'p'.repeat(101), condition: 'c'.repeat(1025) };
    expect(await world.run.unsent('updateSiteSpace', tooLong)).toMatchObject([
      { field: ['path'], code: 'TOO_LONG' },
      { field: ['condition'], code: 'TOO_LONG' },
    ]);
    expect(await world.run.unsent('updateSiteSpace', { id, path: '' })).toMatchObject([{ code: 'TOO_SHORT' }]);
    expect(await world.read(type, id)).toEqual(before);
  });

  it('refuses a path that is taken, unknown spaces, and those who may not create content', async () => {
    const endpoint = siteSpaces.update;
    const name = 'updateSiteSpace';
    const id = placeId(1);
    const { path } = await update({});
    expect(await world.run.refused(endpoint, name, { id, path })).toMatchObject({ field: ['path'], code: 'CONFLICT' });
    expect(await world.run.refused(endpoint, name, { id, spaceId: 'nowhere' })).toMatchObject({
      ...invalid,
      field: ['spaceId'],
    });
    expect(await world.run.unsent(name, { id: spaceId(1), path: 'mine' })).toMatchObject(wrongId);
    expect(await world.run.failed(name, { id, path: 'mine' }, editor)).toMatchObject(forbidden(endpoint));
    expect(await world.read(type, id, '{ space { restId } }')).toEqual({ space: { restId: spaces[1] } });
  });
});

describe('moveSiteSpace', () => {
  const name = 'moveSiteSpace';
  const endpoint = siteSpaces.move;

  it('puts a site space before or after another, or between two', async () => {
    const move = (i: number, position: object) =>
      world.changed({ endpoint, name, input: { id: placeId(i), position }, field: 'siteSpace', type });
    await move(2, { before: placeId(0) });
    expect(await order()).toBe('2 0 1');
    await move(2, { after: trio[0] });
    expect(await order()).toBe('0 2 1');
    await move(0, { after: placeId(2), before: trio[1] });
    expect(await order()).toBe('2 0 1');
    await move(2, { before: null, after: placeId(1) });
    expect(await order()).toBe('0 1 2');
  });

  it('refuses neighbours elsewhere, and those who may not create content', async () => {
    const id = placeId(0);
    const other = await newSite(world.rest, world.home, spaces.slice(0, 1));
    const [foreign = ''] = await siteSpacesOn(world.rest, other);
    const behind = (neighbour: string) => ({ id, position: { after: neighbour } });
    expect(await world.run.unsent(name, behind(other.idOf(type, foreign)))).toMatchObject(wrongId);
    expect(await world.run.refused(endpoint, name, behind(foreign))).toMatchObject({
      ...invalid,
      field: ['position', 'after'],
    });
    expect(await world.run.failed(name, behind(placeId(2)), editor)).toMatchObject(forbidden(endpoint));
    expect(await order()).toBe('0 1 2');
  });
});

describe('deleteSiteSpace', () => {
  it('takes a space off a site; the space itself stays', async () => {
    const id = placeId(1);
    expect(await world.run.failed('deleteSiteSpace', { id }, editor)).toMatchObject(forbidden(siteSpaces.delete));
    await world.deleted(siteSpaces.delete, 'deleteSiteSpace', id);
    expect(await order()).toBe('0 2');
    expect(await world.read('Space', spaceId(1), '{ restId }')).toEqual({ restId: spaces[1] });
  });
});
