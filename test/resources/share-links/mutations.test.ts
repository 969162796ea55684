import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { type MutationWorld, startMutationWorld, wrongId } from '../../support/resources/mutation-world.ts';
import { forbidden, missing } from '../../support/resources/mutations.ts';

const { shareLinks, sites } = contract;
const { editor, outsider, reader } = sandboxTokens;

let world: MutationWorld;
/** A published site that opens to those who have a share link. */
let siteId: string;

beforeAll(async () => {
  world = await startMutationWorld();
  const all = await world.rest.items(sites.list, { path: { organizationId: world.home }, query: { published: true } });
  const shared = all.find(({ visibility }) => visibility === 'share-link');
  siteId = globalIdOf('Site', world.home, shared?.id ?? '');
});
afterAll(() => world.close());

const type = 'ShareLink';
const create = (name: string) =>
  world.changed({
    endpoint: shareLinks.create,
    name: 'createShareLink',
    input: { siteId, name },
    field: 'shareLink',
    type,
  });
const update = (input: { id: string; [name: string]: unknown }) =>
  world.changed({ endpoint: shareLinks.update, name: 'updateShareLink', input, field: 'shareLink', type });

async function names(): Promise<string[]> {
  const { shareLinks: list } = await world.read('Site', siteId, '{ shareLinks { nodes { name } } }');
  return list.nodes.map(({ name }: { name: string }) => name);
}

/** What a share link's key opens: the published URL of the site, or the code of the error that is in its place. */
async function opens({ urls }: { urls: { published: string } }): Promise<string> {
  const shareKey = urls.published.split('/').at(-1);
  const { data, errors } = await world.execute(
    `query ($id: ID!, $key: String) {
      node(id: $id) { ... on Site { published(shareKey: $key) { site { urls { published } } } } }
    }`,
    { variables: { id: siteId, key: shareKey }, token: reader },
  );
  return errors?.[0]?.extensions.code ?? data.node.published.site.urls.published;
}

describe('createShareLink', () => {
  it('creates a link that opens the site', async () => {
    const before = await names();
    const name = 'N'.repeat(50);
    const created = await create(name);
    expect(created).toMatchObject({ name, isActive: true, site: { restId: expect.any(String) } });
    expect(await names()).toEqual([...before, name]);
    expect(await opens(created)).toBe(created.urls.published);
  });

  it('refuses a name that is too long, and sends nothing', async () => {
    const input = { siteId, name: 'N'.repeat(51) };
    expect(await world.run.unsent('createShareLink', input)).toEqual([
      { field: ['name'], code: 'TOO_LONG', message: expect.stringContaining('50') },
    ]);
  });

  it('is for those who may create content, on sites alone', async () => {
    const input = { siteId, name: 'Not mine' };
    const endpoint = shareLinks.create;
    expect(await world.run.failed('createShareLink', input, editor)).toMatchObject(forbidden(endpoint));
    expect(await world.run.failed('createShareLink', input, outsider)).toMatchObject(missing(endpoint));
    const gone = { ...input, siteId: globalIdOf('Site', world.home, 'gone') };
    expect(await world.run.failed('createShareLink', gone)).toMatchObject(missing(endpoint));
    for (const wrong of [globalIdOf('Organization', world.home), 'plain']) {
      expect(await world.run.unsent('createShareLink', { ...input, siteId: wrong })).toMatchObject(wrongId);
    }
    expect(await names()).not.toContain('Not mine');
  });
});

describe('updateShareLink', () => {
  it('renames a link, and keeps the rest', async () => {
    const before = await create('Before');
    expect(await update({ id: before.id, name: 'After' })).toEqual({ ...before, name: 'After' });
    expect(await update({ id: before.id })).toEqual({ ...before, name: 'After' });
  });

  it('switches a link off, whose key then opens nothing, and on again', async () => {
    const link = await create('Switched');
    expect(await update({ id: link.id, isActive: false })).toEqual({ ...link, isActive: false });
    expect(await opens(link)).toBe('FORBIDDEN');
    expect(await update({ id: link.id, isActive: true })).toEqual(link);
    expect(await opens(link)).toBe(link.urls.published);
  });

  it('names all wrong fields as the input does, and sends nothing', async () => {
    const before = await create('Kept');
    const { id } = before;
    expect(await world.run.unsent('updateShareLink', { id, name: null, isActive: null })).toMatchObject([
      { field: ['isActive'], code: 'NOT_ALLOWED' },
      { field: ['name'], code: 'NOT_ALLOWED' },
    ]);
    expect(await world.run.unsent('updateShareLink', { id, name: 'N'.repeat(51), isActive: false })).toMatchObject([
      { field: ['name'], code: 'TOO_LONG' },
    ]);
    expect(await world.read(type, id)).toEqual(before);
  });

  it('is for those who may create content', async () => {
    const { id } = await create('Theirs');
    const input = { id, isActive: false };
    expect(await world.run.failed('updateShareLink', input, editor)).toMatchObject(forbidden(shareLinks.update));
    expect(await world.read(type, id, '{ isActive }')).toEqual({ isActive: true });
  });
});

describe('deleteShareLink', () => {
  it('deletes a link, whose key then opens nothing', async () => {
    const link = await create('Short-lived');
    const input = { id: link.id };
    expect(await world.run.failed('deleteShareLink', input, editor)).toMatchObject(forbidden(shareLinks.delete));
    await world.deleted(shareLinks.delete, 'deleteShareLink', link.id);
    expect(await names()).not.toContain('Short-lived');
    expect(await opens(link)).toBe('FORBIDDEN');
  });
});
