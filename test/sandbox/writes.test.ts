import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../../src/resources/contents/contract.ts';
import { contract } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox-calls.ts';

const { changeRequestContents, changeRequests, collections, organizations, spaceContents, spaces } = contract;
const { editor, reader, outsider } = sandboxTokens;

let api: SandboxCalls;
/** The first organization, and the second one, where the outsider creates content. */
let home: string;
let abroad: string;
/** A new collection in the first organization, and three spaces in it, copies of one. */
let collectionId: string;
let trio: [string, string, string];

beforeAll(async () => {
  api = await startSandboxCalls();
  const [first, second] = await api.items(organizations.list);
  home = first?.id ?? '';
  abroad = second?.id ?? '';
});
afterAll(() => api.sandbox.close());

beforeEach(async () => {
  collectionId = await newCollection();
  const [any] = await spacesOfHome();
  const copies: string[] = [];
  for (let i = 0; i < 3; i++) {
    const { id } = await api.call(spaces.duplicate, { path: { spaceId: any ?? '' } });
    await api.call(spaces.move, { path: { spaceId: id }, body: { parent: collectionId } });
    copies.push(id);
  }
  trio = copies as typeof trio;
});

const newCollection = async (parent?: string) =>
  (await api.call(collections.create, { path: { organizationId: home }, body: { title: 'Made by a test', parent } }))
    .id;

async function spacesOfHome(): Promise<string[]> {
  const [published] = await api.items(contract.sites.list, { path: { organizationId: home } });
  const path = { organizationId: home, siteId: published?.id ?? '' };
  return (await api.items(contract.siteSpaces.list, { path })).flatMap(({ space }) => space?.id ?? []);
}

const get = (spaceId: string) => api.call(spaces.get, { path: { spaceId } });
const inside = async (id = collectionId) =>
  (await api.items(collections.spaces, { path: { collectionId: id } })).map((space) => space.id);
const neighbour = (space: string) => ({ type: 'space' as const, space });

describe('a space', () => {
  it('is updated field by field', async () => {
    const path = { spaceId: trio[0] };
    const before = await get(trio[0]);
    await api.call(spaces.update, { path, body: { title: 'T'.repeat(50), emoji: '🦊', defaultLevel: 'read' } });
    expect(await get(trio[0])).toMatchObject({ title: 'T'.repeat(50), emoji: '🦊', defaultLevel: 'read' });
    await api.call(spaces.update, { path, body: { defaultLevel: null } });
    expect(await get(trio[0])).toMatchObject({ title: 'T'.repeat(50), defaultLevel: null, revision: before.revision });
    for (const body of [{ title: 'T'.repeat(51) }, { emoji: '🦊'.repeat(51) }]) {
      const [field = ''] = Object.keys(body);
      const failure = await api.failure(spaces.update, { path, body });
      expect(failure).toMatchObject({ status: 400, message: expect.stringContaining(field) });
    }
  });

  it('limits its members to its default level, and admins to nothing', async () => {
    const path = { spaceId: trio[0] };
    await api.call(spaces.update, { path, body: { defaultLevel: 'comment' } });
    const comment = { path, body: { body: { markdown: 'Still possible.' } } };
    expect(await api.failure(changeRequests.create, { path, body: {} }, editor)).toMatchObject({ status: 403 });
    expect(await api.call(contract.spaceComments.create, comment, editor)).toMatchObject({ status: 'open' });
    expect(await api.call(changeRequests.create, { path, body: {} })).toMatchObject({ status: 'draft' });
  });

  it('is duplicated with its content, but without its discussions', async () => {
    const [original = ''] = await spacesOfHome();
    const from = await get(original);
    const copy = await api.call(spaces.duplicate, { path: { spaceId: original } });
    expect(copy).toMatchObject({ title: `${from.title} (copy)`, parent: from.parent, comments: 0, changeRequests: 0 });
    const pagesOf = (spaceId: string) =>
      api.call(spaceContents.pages, { path: { spaceId }, query: { metadata: false } });
    const titles = (pages: readonly Page[]): unknown =>
      pages.map(({ title, pages: below = [] }) => [title, titles(below)]);
    expect(titles((await pagesOf(copy.id)).pages)).toEqual(titles((await pagesOf(original)).pages));
    const siblings = await inside(from.parent);
    expect(siblings.indexOf(copy.id)).toBe(siblings.indexOf(original) + 1);
    await api.call(spaces.delete, { path: { spaceId: copy.id } });
  });

  it('is moved before and after its neighbours', async () => {
    const [a, b, c] = trio;
    const move = (spaceId: string, position: object) =>
      api.call(spaces.move, { path: { spaceId }, body: { position } });
    expect(await inside()).toEqual([a, b, c]);
    await move(c, { before: neighbour(a) });
    expect(await inside()).toEqual([c, a, b]);
    await move(c, { after: neighbour(a) });
    expect(await inside()).toEqual([a, c, b]);
    await move(a, { after: neighbour(c), before: neighbour(b) });
    expect(await inside()).toEqual([c, a, b]);
  });

  it('is not moved next to a stranger, nor between spaces that are apart', async () => {
    const [a, b, c] = trio;
    const [stranger = ''] = await spacesOfHome();
    const refused = (position: object) => api.failure(spaces.move, { path: { spaceId: b }, body: { position } });
    expect(await refused({ after: neighbour(stranger) })).toMatchObject({ status: 400 });
    expect(await refused({ after: neighbour(c), before: neighbour(a) })).toMatchObject({ status: 400 });
    expect(await inside()).toEqual([a, b, c]);
  });

  it('is moved out of its collection by null, and stays in it when the parent is left out', async () => {
    const path = { spaceId: trio[1] };
    expect(await api.call(spaces.move, { path, body: {} })).toMatchObject({ parent: collectionId });
    expect(await inside()).toEqual([trio[0], trio[2], trio[1]]);
    expect(await api.call(spaces.move, { path, body: { parent: null } })).not.toHaveProperty('parent');
    expect(await inside()).toEqual([trio[0], trio[2]]);
    expect(await api.failure(spaces.move, { path, body: { parent: 'gone' } })).toMatchObject({ status: 404 });
  });

  it('is transferred where the caller has the right in both organizations', async () => {
    const path = { spaceId: trio[0] };
    expect(await api.failure(spaces.transfer, { path, body: { organization: abroad } }, editor)).toMatchObject({
      status: 403,
    });
    expect(await api.failure(spaces.get, { path }, outsider)).toMatchObject({ status: 404 });
    const moved = await api.call(spaces.transfer, { path, body: { organization: abroad } });
    expect(moved).toMatchObject({ organization: abroad });
    expect(moved).not.toHaveProperty('parent');
    expect(await inside()).toEqual([trio[1], trio[2]]);
    expect(await api.call(spaces.get, { path }, outsider)).toMatchObject({ organization: abroad });
    expect(await api.failure(spaces.get, { path }, reader)).toMatchObject({ status: 404 });
  });

  it('is not transferred while a site shows it', async () => {
    const [shown = ''] = await spacesOfHome();
    const failure = await api.failure(spaces.transfer, { path: { spaceId: shown }, body: { organization: abroad } });
    expect(failure).toMatchObject({ status: 409 });
  });

  it('leaves its collection when it is deleted, and comes back when it is restored', async () => {
    const path = { spaceId: trio[0] };
    expect(await api.failure(spaces.delete, { path }, editor)).toMatchObject({ status: 403 });
    await api.call(spaces.delete, { path });
    expect(await inside()).toEqual([trio[1], trio[2]]);
    expect(await api.failure(spaces.restore, { path }, editor)).toMatchObject({ status: 403 });
    await api.call(spaces.restore, { path });
    expect(await inside()).toEqual([trio[1], trio[2], trio[0]]);
  });
});

describe('a locked space', () => {
  it('refuses every edit of its content until it is unlocked', async () => {
    const path = { spaceId: trio[0] };
    const { number } = await api.call(changeRequests.create, { path, body: { subject: 'Waits for the lock' } });
    const there = { path: { ...path, changeRequestId: `${number}` } };
    const body = { url: 'https://old-docs.example/', source: 'website' };
    await api.call(spaces.update, { path, body: { editMode: 'locked' } });
    expect(await api.failure(spaceContents.import, { path, body })).toMatchObject({ status: 412 });
    expect(await api.failure(changeRequestContents.import, { ...there, body })).toMatchObject({ status: 412 });
    expect(await api.failure(changeRequests.merge, there)).toMatchObject({ status: 412 });
    expect(await api.failure(changeRequests.updateFromMain, there)).toMatchObject({ status: 412 });
    expect(await api.call(spaces.update, { path, body: { editMode: 'live' } })).toMatchObject({ editMode: 'live' });
    await api.call(changeRequests.merge, there);
  });
});

describe('a collection', () => {
  it('is created, changed, and bounded by the limits', async () => {
    const path = { collectionId };
    const body = { title: 'C'.repeat(50), description: 'D'.repeat(100), defaultLevel: 'read' as const };
    expect(await api.call(collections.update, { path, body })).toMatchObject(body);
    expect(await api.call(collections.update, { path, body: { defaultLevel: null } })).toMatchObject({
      ...body,
      defaultLevel: null,
    });
    expect(await api.failure(collections.update, { path, body: { title: 'C'.repeat(51) } })).toMatchObject({
      status: 400,
    });
    expect(await api.failure(collections.update, { path, body: { description: 'D'.repeat(101) } })).toMatchObject({
      status: 400,
    });
    const inHome = { path: { organizationId: home }, body: {} };
    expect(await api.failure(collections.create, inHome, editor)).toMatchObject({ status: 403 });
    expect(await api.call(collections.create, inHome)).toMatchObject({ organization: home, defaultLevel: null });
  });

  it('is moved into others, but not into itself', async () => {
    const child = await newCollection(collectionId);
    const other = await newCollection();
    const move = (id: string, body: object) => ({ path: { collectionId: id }, body });
    expect(await api.failure(collections.move, move(collectionId, { parent: child }))).toMatchObject({ status: 409 });
    expect(await api.failure(collections.move, move(collectionId, { parent: collectionId }))).toMatchObject({
      status: 409,
    });
    expect(await api.call(collections.move, move(child, { parent: other }))).toMatchObject({ parent: other });
    expect(await api.call(collections.move, move(child, { parent: null }))).not.toHaveProperty('parent');
    const next = { parent: collectionId, position: { before: neighbour(trio[0]) } };
    expect(await api.call(collections.move, move(child, next))).toMatchObject({ parent: collectionId });
  });

  it('hands what it holds to its parent when it is deleted', async () => {
    const child = await newCollection(collectionId);
    await api.call(spaces.move, { path: { spaceId: trio[0] }, body: { parent: child } });
    expect(await api.failure(collections.delete, { path: { collectionId: child } }, editor)).toMatchObject({
      status: 403,
    });
    await api.call(collections.delete, { path: { collectionId: child } });
    expect(await inside()).toEqual([trio[1], trio[2], trio[0]]);
    expect(await api.failure(collections.get, { path: { collectionId: child } })).toMatchObject({ status: 404 });
  });

  it('is transferred with everything in it', async () => {
    const child = await newCollection(collectionId);
    await api.call(spaces.move, { path: { spaceId: trio[2] }, body: { parent: child } });
    const body = { organization: abroad };
    expect(await api.call(collections.transfer, { path: { collectionId }, body })).toMatchObject(body);
    expect(await api.call(collections.get, { path: { collectionId: child } }, outsider)).toMatchObject({
      ...body,
      parent: collectionId,
    });
    expect(await api.call(spaces.get, { path: { spaceId: trio[2] } }, outsider)).toMatchObject({
      ...body,
      parent: child,
    });
  });
});

describe('a change request', () => {
  const create = (body = {}, token?: string) =>
    api.call(changeRequests.create, { path: { spaceId: trio[0] }, body }, token);
  const at = (changeRequestId: string) => ({ path: { spaceId: trio[0], changeRequestId } });
  const importInto = (id: string, url: string) =>
    api.call(changeRequestContents.import, { ...at(id), body: { url, source: 'website' } });

  it('gets the next number and is counted', async () => {
    const first = await create({ subject: 'One' }, editor);
    const second = await create();
    expect([first.number, second.number]).toEqual([1, 2]);
    expect(first).toMatchObject({ subject: 'One', status: 'draft', outdated: false, comments: 0 });
    expect(first.createdBy?.displayName).toBe('Tomás Okafor');
    await api.call(changeRequests.update, { ...at(second.id), body: { status: 'open' } });
    expect(await get(trio[0])).toMatchObject({ changeRequests: 2, changeRequestsDraft: 1, changeRequestsOpen: 1 });
    expect(await api.failure(changeRequests.create, { path: { spaceId: trio[0] }, body: {} }, reader)).toMatchObject({
      status: 403,
    });
  });

  it('is renamed, opened and archived', async () => {
    const { id } = await create({ subject: 'Draft' });
    const update = (body: object) => api.call(changeRequests.update, { ...at(id), body });
    expect(await update({ subject: 'S'.repeat(100) })).toMatchObject({ subject: 'S'.repeat(100), status: 'draft' });
    expect(await update({ status: 'open' })).toMatchObject({ subject: 'S'.repeat(100), status: 'open' });
    expect(await update({ status: 'archived' })).toMatchObject({ status: 'archived' });
    const refused = (body: object) => api.failure(changeRequests.update, { ...at(id), body });
    expect(await refused({ subject: 'S'.repeat(101) })).toMatchObject({ status: 400 });
    expect(await refused({ status: 'sleeping' })).toMatchObject({ status: 400 });
    expect(await refused({ status: 'merged' })).toMatchObject({ status: 409 });
    expect(await api.failure(changeRequests.merge, at(id))).toMatchObject({ status: 409 });
  });

  it('is merged once, and makes the others outdated', async () => {
    const [mine, other] = [await create({ subject: 'Mine' }), await create({ subject: 'Other' })];
    await importInto(mine.id, 'https://old-docs.example/mine');
    expect(await api.failure(changeRequests.merge, at(mine.id), editor)).toMatchObject({ status: 403 });
    const before = await get(trio[0]);
    const { revision } = await api.call(changeRequests.merge, at(mine.id));
    expect(await get(trio[0])).toMatchObject({ revision, changeRequestsDraft: 1 });
    expect(revision).not.toBe(before.revision);
    const merged = await api.call(changeRequests.get, at(mine.id));
    expect(merged).toMatchObject({ status: 'merged', revisionMerged: revision, outdated: false });
    expect(await api.call(changeRequests.get, at(other.id))).toMatchObject({ outdated: true });
    expect(await api.failure(changeRequests.merge, at(mine.id))).toMatchObject({ status: 409 });
    expect(await api.failure(changeRequests.update, { ...at(mine.id), body: { status: 'open' } })).toMatchObject({
      status: 409,
    });
    const { pages } = await api.call(spaceContents.pages, { path: { spaceId: trio[0] } });
    expect(pages.at(-1)?.title).toBe('Imported from old-docs.example/mine');
  });

  it('pulls the main content in, and keeps its own changes', async () => {
    const { id } = await create();
    await importInto(id, 'https://old-docs.example/mine');
    const body = { url: 'https://old-docs.example/main', source: 'website' };
    await api.call(spaceContents.import, { path: { spaceId: trio[0] }, body });
    const before = await api.call(changeRequests.get, at(id));
    expect(before.outdated).toBe(true);
    const { revision, result } = await api.call(changeRequests.updateFromMain, at(id));
    expect(result).toBe('update');
    const after = await api.call(changeRequests.get, at(id));
    expect(after).toMatchObject({ revision, outdated: false, revisionMergedAncestor: (await get(trio[0])).revision });
    expect(revision).not.toBe(before.revision);
    const { pages } = await api.call(changeRequestContents.pages, at(id));
    expect(pages.slice(-2).map(({ title }) => title)).toEqual([
      'Imported from old-docs.example/main',
      'Imported from old-docs.example/mine',
    ]);
    expect(await api.call(changeRequests.updateFromMain, at(id))).toEqual({ revision, result: 'up-to-date' });
  });
});

describe('an import', () => {
  it('adds pages in a new revision that follows the old one', async () => {
    const path = { spaceId: trio[0] };
    const before = await get(trio[0]);
    const body = { url: 'https://old-docs.example/', source: 'website' };
    const { revision, importedResources, totalResources } = await api.call(
      spaceContents.import,
      { path, body },
      editor,
    );
    expect(await api.call(spaceContents.get, { path })).toMatchObject({ id: revision, parents: [before.revision] });
    expect(importedResources).toBe(totalResources);
    const { pages } = await api.call(spaceContents.pages, { path });
    expect(pages.at(-1)?.pages).toHaveLength(importedResources - 1);
    expect(await api.items(spaces.search, { path, query: { query: 'old-docs.example' } })).toHaveLength(
      importedResources,
    );
  });

  it('is refused without the right, from nowhere, and from what is unknown', async () => {
    const path = { spaceId: trio[0] };
    const refused = (url: string, source: string, token?: string) =>
      api.failure(spaceContents.import, { path, body: { url, source } }, token);
    expect(await refused('https://old-docs.example/', 'website', reader)).toMatchObject({ status: 403 });
    expect(await refused('https://old-docs.example/', 'papyrus')).toMatchObject({ status: 400 });
    expect(await refused('ftp://old-docs.example/', 'website')).toMatchObject({ status: 400 });
    expect(await refused('old docs', 'website')).toMatchObject({
      status: 400,
      message: expect.stringContaining('url'),
    });
  });
});
