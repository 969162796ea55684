import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../../src/resources/contents/contract.ts';
import { contract } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { userIdOf } from '../support/sandbox/sandbox-users.ts';

const { changeRequestContents, changeRequests, collections, organizations, spaceContents, spaces } = contract;
const { editor, guest, reader, outsider } = sandboxTokens;

let api: SandboxCalls;
/** The first organization, and the second one, where the outsider can create content. */
let firstId: string;
let secondId: string;
/** A new collection in the first organization, and three spaces in it, copies of one. */
let collectionId: string;
let spaceIds: [string, string, string];

beforeAll(async () => {
  api = await startSandboxCalls();
  const [first, second] = await api.items(organizations.list);
  firstId = first?.id ?? '';
  secondId = second?.id ?? '';
});
afterAll(() => api.sandbox.close());

beforeEach(async () => {
  collectionId = await newCollection();
  const [any] = await publishedSpaces();
  const copies: string[] = [];
  for (let i = 0; i < 3; i++) {
    const { id } = await api.call(spaces.duplicate, { path: { spaceId: any ?? '' } });
    await api.call(spaces.move, { path: { spaceId: id }, body: { parent: collectionId } });
    copies.push(id);
  }
  spaceIds = copies as typeof spaceIds;
});

const newCollection = async (parent?: string) =>
  (
    await api.call(collections.create, {
      path: { organizationId: firstId },
      body: { title: 'Created by a test', parent },
    })
  ).id;

async function publishedSpaces(): Promise<string[]> {
  const [published] = await api.items(contract.sites.list, { path: { organizationId: firstId } });
  const path = { organizationId: firstId, siteId: published?.id ?? '' };
  return (await api.items(contract.siteSpaces.list, { path })).flatMap(({ space }) => space?.id ?? []);
}

const get = (spaceId: string) => api.call(spaces.get, { path: { spaceId } });
const spacesIn = async (id = collectionId) =>
  (await api.items(collections.spaces, { path: { collectionId: id } })).map((space) => space.id);
const neighbour = (space: string) => ({ type: 'space' as const, space });

describe('a space', () => {
  it('is updated field by field', async () => {
    const path = { spaceId: spaceIds[0] };
    const before = await get(spaceIds[0]);
    await api.call(spaces.update, { path, body: { title: 'T'.repeat(50), emoji: '🦊', defaultLevel: 'read' } });
    expect(await get(spaceIds[0])).toMatchObject({ title: 'T'.repeat(50), emoji: '🦊', defaultLevel: 'read' });
    await api.call(spaces.update, { path, body: { defaultLevel: null } });
    expect(await get(spaceIds[0])).toMatchObject({
      title: 'T'.repeat(50),
      defaultLevel: null,
      revision: before.revision,
    });
    for (const body of [{ title: 'T'.repeat(51) }, { emoji: '🦊'.repeat(51) }]) {
      const [field = ''] = Object.keys(body);
      const failure = await api.failure(spaces.update, { path, body });
      expect(failure).toMatchObject({ status: 400, message: expect.stringContaining(field) });
    }
  });

  it('limits members, but not admins, to its default level', async () => {
    const path = { spaceId: spaceIds[0] };
    await api.call(spaces.update, { path, body: { defaultLevel: 'comment' } });
    const comment = { path, body: { body: { markdown: 'Still possible.' } } };
    expect(await api.failure(changeRequests.create, { path, body: {} }, editor)).toMatchObject({ status: 403 });
    expect(await api.call(contract.spaceComments.create, comment, editor)).toMatchObject({ status: 'open' });
    expect(await api.call(changeRequests.create, { path, body: {} })).toMatchObject({ status: 'draft' });
  });

  it('is not duplicated by guests, who see it without its collection', async () => {
    const userId = await userIdOf(api, firstId, guest);
    const seen = await api.items(contract.members.spaces, { path: { organizationId: firstId, userId } }, guest);
    const { id = '', parent = '' } = seen.find(({ space }) => space?.parent !== undefined)?.space ?? {};
    const hidden = await api.failure(collections.get, { path: { collectionId: parent } }, guest);
    expect(hidden).toMatchObject({ status: 404 });
    const failure = await api.failure(spaces.duplicate, { path: { spaceId: id } }, guest);
    expect(failure).toMatchObject({ status: 403, message: 'You cannot see the parent collection.' });
  });

  it('is duplicated with its content and without its discussions', async () => {
    const [original = ''] = await publishedSpaces();
    const from = await get(original);
    const copy = await api.call(spaces.duplicate, { path: { spaceId: original } });
    expect(copy).toMatchObject({ title: `${from.title} (copy)`, parent: from.parent, comments: 0, changeRequests: 0 });
    const pagesOf = (spaceId: string) =>
      api.call(spaceContents.pages, { path: { spaceId }, query: { metadata: false } });
    const titles = (pages: readonly Page[]): unknown =>
      pages.map(({ title, pages: below = [] }) => [title, titles(below)]);
    expect(titles((await pagesOf(copy.id)).pages)).toEqual(titles((await pagesOf(original)).pages));
    const siblings = await spacesIn(from.parent);
    expect(siblings.indexOf(copy.id)).toBe(siblings.indexOf(original) + 1);
    await api.call(spaces.delete, { path: { spaceId: copy.id } });
  });

  it('is moved before and after its neighbours', async () => {
    const [a, b, c] = spaceIds;
    const move = (spaceId: string, position: object) =>
      api.call(spaces.move, { path: { spaceId }, body: { position } });
    expect(await spacesIn()).toEqual([a, b, c]);
    await move(c, { before: neighbour(a) });
    expect(await spacesIn()).toEqual([c, a, b]);
    await move(c, { after: neighbour(a) });
    expect(await spacesIn()).toEqual([a, c, b]);
    await move(a, { after: neighbour(c), before: neighbour(b) });
    expect(await spacesIn()).toEqual([c, a, b]);
  });

  it('is not moved next to a space of another parent, or between spaces that are not adjacent', async () => {
    const [a, b, c] = spaceIds;
    const [stranger = ''] = await publishedSpaces();
    const failure = (position: object) => api.failure(spaces.move, { path: { spaceId: b }, body: { position } });
    expect(await failure({ after: neighbour(stranger) })).toMatchObject({ status: 400 });
    expect(await failure({ after: neighbour(c), before: neighbour(a) })).toMatchObject({ status: 400 });
    expect(await failure({})).toMatchObject({ status: 400, message: expect.stringContaining('body field position') });
    expect(await spacesIn()).toEqual([a, b, c]);
  });

  it('is moved out of its collection by a null parent, and stays without a parent', async () => {
    const path = { spaceId: spaceIds[1] };
    expect(await api.call(spaces.move, { path, body: {} })).toMatchObject({ parent: collectionId });
    expect(await spacesIn()).toEqual([spaceIds[0], spaceIds[2], spaceIds[1]]);
    expect(await api.call(spaces.move, { path, body: { parent: null } })).not.toHaveProperty('parent');
    expect(await spacesIn()).toEqual([spaceIds[0], spaceIds[2]]);
  });

  it('is not moved to a collection, or transferred to an organization, that there is not: the error names the field', async () => {
    const message = (field: string, what: string) => ({
      status: 400,
      message: `body field ${field}: There is no ${what} "gone".`,
      errors: [{ pointer: `/${field}`, detail: `There is no ${what} "gone".` }],
    });
    const space = { spaceId: spaceIds[1] };
    const collection = { collectionId };
    const body = { parent: 'gone' };
    const noCollection = message('parent', 'collection');
    expect(await api.failure(spaces.move, { path: space, body })).toMatchObject(noCollection);
    expect(await api.failure(collections.move, { path: collection, body })).toMatchObject(noCollection);
    const inFirst = { organizationId: firstId };
    expect(await api.failure(collections.create, { path: inFirst, body })).toMatchObject(noCollection);
    const elsewhere = { organization: 'gone' };
    const noOrganization = message('organization', 'organization');
    expect(await api.failure(spaces.transfer, { path: space, body: elsewhere })).toMatchObject(noOrganization);
    expect(await api.failure(collections.transfer, { path: collection, body: elsewhere })).toMatchObject(
      noOrganization,
    );
  });

  it('is transferred if the caller has the permission in both organizations', async () => {
    const path = { spaceId: spaceIds[0] };
    expect(await api.failure(spaces.transfer, { path, body: { organization: secondId } }, editor)).toMatchObject({
      status: 403,
    });
    expect((await api.call(spaces.get, { path }, outsider)).permissions).toMatchObject({ view: true, access: false });
    const moved = await api.call(spaces.transfer, { path, body: { organization: secondId } });
    expect(moved).toMatchObject({ organization: secondId });
    expect(moved).not.toHaveProperty('parent');
    expect(await spacesIn()).toEqual([spaceIds[1], spaceIds[2]]);
    expect(await api.call(spaces.get, { path }, outsider)).toMatchObject({ organization: secondId });
    expect((await api.call(spaces.get, { path }, reader)).permissions).toMatchObject({ view: true, access: false });
  });

  it('is not transferred while it is on a site', async () => {
    const [shown = ''] = await publishedSpaces();
    const failure = await api.failure(spaces.transfer, { path: { spaceId: shown }, body: { organization: secondId } });
    expect(failure).toMatchObject({ status: 409 });
  });

  it('leaves its collection when it is deleted, and returns when it is restored', async () => {
    const path = { spaceId: spaceIds[0] };
    expect(await api.failure(spaces.delete, { path }, editor)).toMatchObject({ status: 403 });
    await api.call(spaces.delete, { path });
    expect(await spacesIn()).toEqual([spaceIds[1], spaceIds[2]]);
    expect(await api.failure(spaces.restore, { path }, editor)).toMatchObject({ status: 403 });
    await api.call(spaces.restore, { path });
    expect(await spacesIn()).toEqual([spaceIds[1], spaceIds[2], spaceIds[0]]);
  });
});

describe('a locked space', () => {
  it('rejects every edit of its content until it is unlocked', async () => {
    const path = { spaceId: spaceIds[0] };
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
  it('is created and updated within the limits', async () => {
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
    const inHome = { path: { organizationId: firstId }, body: {} };
    expect(await api.failure(collections.create, inHome, editor)).toMatchObject({ status: 403 });
    expect(await api.call(collections.create, inHome)).toMatchObject({ organization: firstId, defaultLevel: null });
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
    const next = { parent: collectionId, position: { before: neighbour(spaceIds[0]) } };
    expect(await api.call(collections.move, move(child, next))).toMatchObject({ parent: collectionId });
  });

  it('moves its content to its parent when it is deleted', async () => {
    const child = await newCollection(collectionId);
    await api.call(spaces.move, { path: { spaceId: spaceIds[0] }, body: { parent: child } });
    expect(await api.failure(collections.delete, { path: { collectionId: child } }, editor)).toMatchObject({
      status: 403,
    });
    await api.call(collections.delete, { path: { collectionId: child } });
    expect(await spacesIn()).toEqual([spaceIds[1], spaceIds[2], spaceIds[0]]);
    expect(await api.failure(collections.get, { path: { collectionId: child } })).toMatchObject({ status: 404 });
  });

  it('leaves the collections in it in their order when it is deleted', async () => {
    const child = await newCollection(collectionId);
    const [first, second] = [await newCollection(child), await newCollection(child)];
    const position = { before: { type: 'space' as const, space: first } };
    await api.call(collections.move, { path: { collectionId: second }, body: { position } });
    await api.call(collections.delete, { path: { collectionId: child } });
    const listed = await api.items(collections.list, { path: { organizationId: firstId } });
    expect(listed.filter(({ parent }) => parent === collectionId).map(({ id }) => id)).toEqual([second, first]);
  });

  it('is transferred with everything in it', async () => {
    const child = await newCollection(collectionId);
    await api.call(spaces.move, { path: { spaceId: spaceIds[2] }, body: { parent: child } });
    const body = { organization: secondId };
    expect(await api.call(collections.transfer, { path: { collectionId }, body })).toMatchObject(body);
    expect(await api.call(collections.get, { path: { collectionId: child } }, outsider)).toMatchObject({
      ...body,
      parent: collectionId,
    });
    expect(await api.call(spaces.get, { path: { spaceId: spaceIds[2] } }, outsider)).toMatchObject({
      ...body,
      parent: child,
    });
  });
});
