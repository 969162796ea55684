import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { invalid, type MutationWorld, startMutationWorld, wrongId } from '../../support/resources/mutation-world.ts';
import { forbidden, missing } from '../../support/resources/mutations.ts';
import { newSections, newSite, siteSpacesOn, spacesOf } from '../../support/resources/site-fixtures.ts';

const { organizations, sites } = contract;
const { editor, outsider } = sandboxTokens;

let world: MutationWorld;
let organizationId: string;
let spaces: string[];

beforeAll(async () => {
  world = await startMutationWorld();
  organizationId = globalIdOf('Organization', world.home);
  spaces = await spacesOf(world.rest, world.home);
});
afterAll(() => world.close());

const site = { field: 'site', type: 'Site' };
const create = (input: object) =>
  world.changed({ endpoint: sites.create, name: 'createSite', input: { organizationId, ...input }, ...site });
const update = (id: string, input: object) =>
  world.changed({ endpoint: sites.update, name: 'updateSite', input: { id, ...input }, ...site });

/** The REST ids of the spaces on a site, as a later request reads them. */
async function shown(id: string): Promise<string[]> {
  const { siteSpaces } = await world.read('Site', id, '{ siteSpaces { nodes { space { restId } } } }');
  return siteSpaces.nodes.map(({ space }: { space: { restId: string } }) => space.restId);
}

/** The REST ids of those of a site's sections or site spaces that readers come to first. */
async function defaults(id: string, field: 'sections' | 'siteSpaces'): Promise<string[]> {
  const { [field]: list } = await world.read('Site', id, `{ ${field} { nodes { restId isDefault } } }`);
  const nodes: { restId: string; isDefault: boolean }[] = list.nodes;
  return nodes.filter(({ isDefault }) => isDefault).map(({ restId }) => restId);
}

describe('createSite', () => {
  it('creates a site with nothing but what the service chooses', async () => {
    const created = await create({});
    expect(created).toMatchObject({ type: 'basic', isPublished: false, organization: { restId: world.home } });
    expect(await shown(created.id)).toEqual([]);
  });

  it('creates a site with spaces, named by their global ids or plain REST ids', async () => {
    const [first = '', second = ''] = spaces;
    const facts = { type: 'basic', title: 'T'.repeat(128), visibility: 'VISITOR_AUTH' };
    const created = await create({ ...facts, spaces: { ids: [globalIdOf('Space', second), first] } });
    expect(created).toMatchObject({ ...facts, siteSpaceCount: 2 });
    expect(await shown(created.id)).toEqual([second, first]);
    expect(await create({ spaces: { ids: [] } })).toMatchObject({ siteSpaceCount: 0 });
  });

  it('creates a site with a new space of its own', async () => {
    const { id } = await create({ title: 'Brand-new', spaces: { newSpaceKeyword: 'new' } });
    const [own = ''] = await shown(id);
    expect(spaces).not.toContain(own);
    expect(await world.read('Space', globalIdOf('Space', own), '{ title }')).toEqual({ title: 'Brand-new' });
  });

  it('names all wrong fields, and sends nothing', async () => {
    const noWord = { organizationId, title: 'T', spaces: { newSpaceKeyword: '' } };
    expect(await world.run.unsent('createSite', noWord)).toMatchObject([
      { field: ['spaces', 'newSpaceKeyword'], code: 'TOO_SHORT' },
      { field: ['title'], code: 'TOO_SHORT' },
    ]);
    const tooLong = { organizationId, title: 'T'.repeat(129) };
    expect(await world.run.unsent('createSite', tooLong)).toMatchObject([{ field: ['title'], code: 'TOO_LONG' }]);
  });

  it('refuses unknown types and spaces, ids of other records, and those who may not create', async () => {
    const run = (input: object) => world.run.refused(sites.create, 'createSite', { organizationId, ...input });
    expect(await run({ type: 'huge' })).toMatchObject({
      ...invalid,
      field: ['type'],
      message: expect.stringContaining('huge'),
    });
    expect(await run({ spaces: { ids: [spaces[0], 'nowhere'] } })).toMatchObject({
      ...invalid,
      field: ['spaces', 'ids', '1'],
      message: expect.stringContaining('nowhere'),
    });
    const wrong = { organizationId, spaces: { ids: [organizationId] } };
    expect(await world.run.unsent('createSite', wrong)).toMatchObject(wrongId);
    const input = { organizationId, title: 'Not mine' };
    expect(await world.run.failed('createSite', input, editor)).toMatchObject(forbidden(sites.create));
    expect(await world.run.failed('createSite', input, outsider)).toMatchObject(missing(sites.create));
    const query = `{ organization(id: "${world.home}") { sites(title: "Not mine") { totalCount } } }`;
    expect((await world.execute(query)).data.organization.sites).toEqual({ totalCount: 0 });
  });
});

describe('updateSite', () => {
  it('changes each field by itself, and keeps the others', async () => {
    let before = await create({ title: 'Before' });
    for (const change of [
      { title: 'After' },
      { visibility: 'UNLISTED' },
      { basename: 'b'.repeat(100) },
      { adaptiveContent: { isEnabled: true } },
      { agentsContext: 'EXCLUDED' },
      {},
    ]) {
      const after = await update(before.id, change);
      expect(after).toEqual({ ...before, ...change });
      before = after;
    }
  });

  it('sets the proxy, keeps it where none is given, and removes it by null', async () => {
    const proxy = `docs.example.com/${'d'.repeat(495)}`;
    const { id, urls } = await create({});
    expect(await update(id, { proxy })).toMatchObject({ proxy: { origin: `https://${proxy}` } });
    expect(await update(id, { title: 'Still there' })).toMatchObject({ proxy: { origin: `https://${proxy}` } });
    expect(await update(id, { proxy: null })).toMatchObject({ proxy: null, urls });
  });

  it('sets where readers come to first, by global id or plain REST id', async () => {
    const made = await newSite(world.rest, world.home, spaces.slice(0, 3));
    const [, second = '', third = ''] = await siteSpacesOn(world.rest, made);
    for (const [defaultSiteSpaceId, restId] of [
      [made.idOf('SiteSpace', second), second],
      [third, third],
    ]) {
      await update(made.id, { defaultSiteSpaceId });
      expect(await defaults(made.id, 'siteSpaces')).toEqual([restId]);
    }
    const [first = '', last = ''] = await newSections(world.rest, made, spaces[0] ?? '', 2);
    await update(made.id, { defaultSectionId: made.idOf('SiteSection', last) });
    expect(await defaults(made.id, 'sections')).toEqual([last]);
    await update(made.id, { defaultSectionId: first });
    expect(await defaults(made.id, 'sections')).toEqual([first]);
  });

  it('names all wrong fields as the input does, and sends nothing', async () => {
    const before = await create({ title: 'Kept' });
    const nulls = ['visibility', 'adaptiveContent', 'agentsContext', 'defaultSiteSpaceId', 'defaultSectionId'];
    const input = { ...Object.fromEntries(nulls.map((name) => [name, null])), title: 'T', basename: '' };
    const userErrors = await world.run.unsent('updateSite', { id: before.id, ...input, proxy: 'example.com' });
    expect(Object.fromEntries(userErrors.map(({ field, code }) => [field?.join('.'), code]))).toEqual({
      ...Object.fromEntries(nulls.map((name) => [name, 'NOT_ALLOWED'])),
      title: 'TOO_SHORT',
      basename: 'TOO_SHORT',
      proxy: 'PATTERN',
    });
    const tooLong = { id: before.id, basename: 'b'.repeat(101), proxy: `docs.example.com/${'d'.repeat(496)}` };
    expect(await world.run.unsent('updateSite', tooLong)).toMatchObject([
      { field: ['basename'], code: 'TOO_LONG' },
      { field: ['proxy'], code: 'TOO_LONG' },
    ]);
    expect(await world.read('Site', before.id)).toEqual(before);
  });

  it('refuses places on another site: at once where their ids tell, otherwise as the service does', async () => {
    const { id } = await newSite(world.rest, world.home);
    const other = await newSite(world.rest, world.home, spaces.slice(0, 1));
    const [siteSpace = ''] = await siteSpacesOn(world.rest, other);
    const [section = ''] = await newSections(world.rest, other, spaces[0] ?? '', 1);
    for (const [name, type, restId] of [
      ['defaultSiteSpaceId', 'SiteSpace', siteSpace],
      ['defaultSectionId', 'SiteSection', section],
    ] as const) {
      expect(await world.run.unsent('updateSite', { id, [name]: other.idOf(type, restId) })).toMatchObject([
        { field: [name], message: expect.stringContaining('another site') },
      ]);
      expect(await world.run.refused(sites.update, 'updateSite', { id, [name]: restId })).toMatchObject({
        ...invalid,
        field: [name],
        message: expect.stringContaining(restId),
      });
    }
  });

  it('is for those who may create content', async () => {
    const { id } = await create({ title: 'Kept' });
    const input = { id, title: 'Mine' };
    expect(await world.run.failed('updateSite', input, editor)).toMatchObject(forbidden(sites.update));
    expect(await world.run.failed('updateSite', input, outsider)).toMatchObject(missing(sites.update));
    expect(await world.read('Site', id, '{ title }')).toEqual({ title: 'Kept' });
  });
});

describe('updateSiteAdaptiveSchema', () => {
  const name = 'updateSiteAdaptiveSchema';
  const jsonSchema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://docs.example/visitor.json',
    type: 'object',
    additionalProperties: false,
    properties: { beta: { type: 'boolean', description: 'Takes part in the beta' } },
  };
  const empty = { ...jsonSchema, properties: {} };

  it('sets what a site may know about its visitors, as it was given', async () => {
    const { id } = await create({ title: 'Adaptive' });
    const selection = 'site { id title } adaptiveSchema { jsonSchema updatedAt }';
    const { payload, reads } = await world.run.done(
      sites.setAdaptiveSchema,
      name,
      { siteId: id, jsonSchema },
      selection,
    );
    const updatedAt = expect.any(String);
    expect(payload).toEqual({ site: { id, title: 'Adaptive' }, adaptiveSchema: { jsonSchema, updatedAt } });
    expect(reads).toEqual(['sites.get']);
    const later = await world.read('Site', id, '{ adaptiveSchema { jsonSchema } templateConditions { description } }');
    expect(later).toEqual({
      adaptiveSchema: { jsonSchema },
      templateConditions: [{ description: 'Takes part in the beta' }],
    });
    await world.run.done(sites.setAdaptiveSchema, name, { siteId: id, jsonSchema: empty }, 'site { id }');
    expect(
      await world.read('Site', id, '{ adaptiveSchema { jsonSchema } templateConditions { description } }'),
    ).toEqual({ adaptiveSchema: { jsonSchema: empty }, templateConditions: [] });
  });

  it('refuses what is no schema of a visitor, and those who may not create content', async () => {
    const { id } = await create({});
    const wrong = { siteId: id, jsonSchema: { ...jsonSchema, type: 'array' } };
    expect(await world.run.refused(sites.setAdaptiveSchema, name, wrong)).toMatchObject({
      ...invalid,
      field: ['jsonSchema'],
      message: expect.stringContaining('jsonSchema.type'),
    });
    expect(await world.run.failed(name, { siteId: id, jsonSchema }, editor)).toMatchObject(
      forbidden(sites.setAdaptiveSchema),
    );
    expect(await world.read('Site', id, '{ adaptiveSchema { jsonSchema } }')).toEqual({
      adaptiveSchema: { jsonSchema: null },
    });
  });
});

describe('deleteSite', () => {
  it('deletes a site, but not its spaces', async () => {
    const { id, path } = await newSite(world.rest, world.home, spaces.slice(0, 1));
    const defaultContent = { type: 'site', site: path.siteId };
    await world.rest.call(organizations.update, { path, body: { defaultContent } });
    expect(await world.run.failed('deleteSite', { id }, editor)).toMatchObject(forbidden(sites.delete));
    await world.deleted(sites.delete, 'deleteSite', id);
    const space = globalIdOf('Space', spaces[0] ?? '');
    expect(await world.read('Space', space, '{ restId }')).toEqual({ restId: spaces[0] });
    expect(await world.read('Organization', organizationId, '{ defaultContent { type } }')).toEqual({
      defaultContent: null,
    });
  });
});
