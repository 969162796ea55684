import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { exploreSandbox } from '../support/sandbox/sandbox-world.ts';
import { pageUrl } from '../support/sandbox/sources.ts';

const { changeRequestContents, changeRequests, spaceContents, spaces } = contract;
const { editor, reader } = sandboxTokens;

let api: SandboxCalls;
let originalId: string;
/** A new copy of a space for each test, at the top level and without change requests. */
let spaceId: string;

beforeAll(async () => {
  api = await startSandboxCalls();
  originalId = (await exploreSandbox(api)).spaceId;
});
afterAll(() => api.sandbox.close());

beforeEach(async () => {
  spaceId = (await api.call(spaces.duplicate, { path: { spaceId: originalId } })).id;
  await api.call(spaces.move, { path: { spaceId }, body: { parent: null } });
});

const get = (id: string) => api.call(spaces.get, { path: { spaceId: id } });

describe('a change request', () => {
  const create = (body = {}, token?: string) => api.call(changeRequests.create, { path: { spaceId }, body }, token);
  const at = (changeRequestId: string) => ({ path: { spaceId, changeRequestId } });
  const importInto = (id: string, title: string) =>
    api.call(changeRequestContents.import, { ...at(id), body: { url: pageUrl(title), source: 'website' } });

  it('gets the next number and is counted', async () => {
    const first = await create({ subject: 'One' }, editor);
    const second = await create();
    expect([first.number, second.number]).toEqual([1, 2]);
    expect(first).toMatchObject({ subject: 'One', status: 'draft', outdated: false, comments: 0 });
    expect(first.createdBy?.displayName).toBe('Tomás Okafor');
    await api.call(changeRequests.update, { ...at(second.id), body: { status: 'open' } });
    expect(await get(spaceId)).toMatchObject({ changeRequests: 2, changeRequestsDraft: 1, changeRequestsOpen: 1 });
    expect(await api.failure(changeRequests.create, { path: { spaceId }, body: {} }, reader)).toMatchObject({
      status: 403,
    });
  });

  it('is renamed, opened and archived', async () => {
    const { id } = await create({ subject: 'Draft' });
    const update = (body: object) => api.call(changeRequests.update, { ...at(id), body });
    expect(await update({ subject: 'S'.repeat(100) })).toMatchObject({ subject: 'S'.repeat(100), status: 'draft' });
    expect(await update({ status: 'open' })).toMatchObject({ subject: 'S'.repeat(100), status: 'open' });
    expect(await update({ status: 'archived' })).toMatchObject({ status: 'archived' });
    const failure = (body: object) => api.failure(changeRequests.update, { ...at(id), body });
    expect(await failure({ subject: 'S'.repeat(101) })).toMatchObject({ status: 400 });
    expect(await failure({ status: 'sleeping' })).toMatchObject({ status: 400 });
    expect(await failure({ status: 'merged' })).toMatchObject({ status: 409 });
    expect(await api.failure(changeRequests.merge, at(id))).toMatchObject({ status: 409 });
  });

  it('is merged once, which makes the others outdated', async () => {
    const [mine, other] = [await create({ subject: 'Mine' }), await create({ subject: 'Other' })];
    await importInto(mine.id, 'Mine');
    expect(await api.failure(changeRequests.merge, at(mine.id), editor)).toMatchObject({ status: 403 });
    const before = await get(spaceId);
    const { revision } = await api.call(changeRequests.merge, at(mine.id));
    expect(await get(spaceId)).toMatchObject({ revision, changeRequestsDraft: 1 });
    expect(revision).not.toBe(before.revision);
    const merged = await api.call(changeRequests.get, at(mine.id));
    expect(merged).toMatchObject({ status: 'merged', revisionMerged: revision, outdated: false });
    expect(await api.call(changeRequests.get, at(other.id))).toMatchObject({ outdated: true });
    expect(await api.failure(changeRequests.merge, at(mine.id))).toMatchObject({ status: 409 });
    expect(await api.failure(changeRequests.update, { ...at(mine.id), body: { status: 'open' } })).toMatchObject({
      status: 409,
    });
    const { pages } = await api.call(spaceContents.pages, { path: { spaceId } });
    expect(pages.at(-1)?.title).toBe('Mine');
  });

  it('is updated with the main content, and keeps its own changes', async () => {
    const { id } = await create();
    await importInto(id, 'Mine');
    const body = { url: pageUrl('Main'), source: 'website' };
    await api.call(spaceContents.import, { path: { spaceId }, body });
    const before = await api.call(changeRequests.get, at(id));
    expect(before.outdated).toBe(true);
    const { revision, result } = await api.call(changeRequests.updateFromMain, at(id));
    expect(result).toBe('update');
    const after = await api.call(changeRequests.get, at(id));
    expect(after).toMatchObject({ revision, outdated: false, revisionMergedAncestor: (await get(spaceId)).revision });
    expect(revision).not.toBe(before.revision);
    const { pages } = await api.call(changeRequestContents.pages, at(id));
    expect(pages.slice(-2).map(({ title }) => title)).toEqual(['Main', 'Mine']);
    expect(await api.call(changeRequests.updateFromMain, at(id))).toEqual({ revision, result: 'up-to-date' });
  });
});

describe('an import', () => {
  it('adds pages in a new revision after the old one', async () => {
    const path = { spaceId };
    const before = await get(spaceId);
    const body = { url: pageUrl('Moved page', 'Brought from elsewhere.'), source: 'website' };
    const { revision, importedResources, totalResources } = await api.call(
      spaceContents.import,
      { path, body },
      editor,
    );
    expect(await api.call(spaceContents.get, { path })).toMatchObject({ id: revision, parents: [before.revision] });
    expect([importedResources, totalResources]).toEqual([1, 1]);
    const { pages } = await api.call(spaceContents.pages, { path });
    expect(pages.at(-1)).toMatchObject({
      title: 'Moved page',
      path: 'moved-page',
      markdown: 'Brought from elsewhere.',
    });
    expect(await api.items(spaces.search, { path, query: { query: 'elsewhere' } })).toHaveLength(1);
  });

  it('is rejected without the permission, for an unknown source, and for an invalid URL', async () => {
    const path = { spaceId };
    const failure = (url: string, source: string, token?: string) =>
      api.failure(spaceContents.import, { path, body: { url, source } }, token);
    expect(await failure('https://old-docs.example/', 'website', reader)).toMatchObject({ status: 403 });
    expect(await failure('https://old-docs.example/', 'papyrus')).toMatchObject({ status: 400 });
    expect(await failure('ftp://old-docs.example/', 'website')).toMatchObject({ status: 400 });
    expect(await failure('old docs', 'website')).toMatchObject({
      status: 400,
      message: expect.stringContaining('url'),
    });
  });
});
