import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { forbidden, type Mutations, missing, mutations } from '../../support/resources/mutations.ts';
import { newCollection, newSpaces, publishedSpace, twoOrganizations } from '../../support/resources/space-fixtures.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';

const { collections } = contract;
const { editor, outsider } = sandboxTokens;

let world: TestWorld;
let api: RestCalls;
let run: Mutations;
let home: string;
let abroad: string;
/** A new collection by its plain and by its global id, and one inside it. */
let collectionId: string;
let id: string;
let childId: string;

beforeAll(async () => {
  world = await startWorld();
  api = restCalls(world.sandboxUrl);
  run = mutations(world);
  ({ home, abroad } = await twoOrganizations(api));
});
afterAll(() => world.close());

beforeEach(async () => {
  collectionId = await newCollection(api, home);
  id = globalIdOf('Collection', collectionId);
  childId = await newCollection(api, home, collectionId);
});

/** What a later request reads of a collection. */
async function read(selection: string, of = collectionId, token: string = sandboxTokens.admin) {
  const query = `query ($id: ID!) { collection(id: $id) { ${selection} } }`;
  const { data, errors } = await world.execute(query, { variables: { id: of }, token });
  return { collection: data.collection, code: errors?.[0]?.extensions.code };
}

describe('createCollection', () => {
  const create = (input: Record<string, unknown>) =>
    run.done(collections.create, 'createCollection', input, 'collection { id title parent { restId } }');

  it('makes one at the top, or inside another', async () => {
    const organizationId = globalIdOf('Organization', home);
    const { payload, reads } = await create({ organizationId, title: 'C'.repeat(50) });
    const { id: top, ...collection } = payload.collection;
    expect(collection).toEqual({ title: 'C'.repeat(50), parent: null });
    expect(reads).toEqual([]);
    expect((await read('title organization { restId }', top)).collection).toEqual({
      title: 'C'.repeat(50),
      organization: { restId: home },
    });
    const inside = await create({ organizationId: home, parentId: top });
    expect(inside.payload.collection).toMatchObject({
      title: expect.any(String),
      parent: { restId: expect.any(String) },
    });
    expect((await read('parent { id }', inside.payload.collection.id)).collection).toEqual({ parent: { id: top } });
  });

  it('refuses long titles, parents elsewhere, and those who may only edit', async () => {
    const organizationId = globalIdOf('Organization', home);
    expect(await run.unsent('createCollection', { organizationId, title: 'C'.repeat(51) })).toMatchObject([
      { field: ['title'], code: 'TOO_LONG' },
    ]);
    expect(
      await run.refused(collections.create, 'createCollection', { organizationId: abroad, parentId: id }),
    ).toMatchObject({ field: ['parentId'], code: 'INVALID' });
    expect(await run.failed('createCollection', { organizationId }, editor)).toMatchObject(
      forbidden(collections.create),
    );
  });
});

describe('updateCollection', () => {
  const fields = 'title description defaultRole';
  const update = (input: Record<string, unknown>, token?: string) =>
    run.done(collections.update, 'updateCollection', { id, ...input }, `collection { ${fields} }`, token);

  it('changes what is given, keeps what is left out, and removes the default level by null', async () => {
    const changed = { title: 'C'.repeat(50), description: 'D'.repeat(100), defaultRole: 'READ' };
    expect(await update(changed)).toEqual({ payload: { collection: changed }, reads: [] });
    expect((await read(fields)).collection).toEqual(changed);
    await update({ title: '' });
    expect((await read(fields)).collection).toEqual({ ...changed, title: '' });
    await update({ defaultRole: null });
    expect((await read(fields)).collection).toEqual({ ...changed, title: '', defaultRole: null });
  });

  it('refuses what is too long, null, and those who may only edit', async () => {
    const { collection: before } = await read(fields);
    const input = { id, title: 'C'.repeat(51), description: 'D'.repeat(101) };
    expect(await run.unsent('updateCollection', input)).toMatchObject([
      { field: ['title'], code: 'TOO_LONG' },
      { field: ['description'], code: 'TOO_LONG' },
    ]);
    expect(await run.unsent('updateCollection', { id, title: null, description: null })).toMatchObject([
      { field: ['title'], code: 'NOT_ALLOWED' },
      { field: ['description'], code: 'NOT_ALLOWED' },
    ]);
    expect(await run.failed('updateCollection', { id, title: 'Not mine' }, editor)).toMatchObject(
      forbidden(collections.update),
    );
    expect(await run.failed('updateCollection', { id: 'gone', title: 'Nowhere' })).toMatchObject(
      missing(collections.update),
    );
    expect((await read(fields)).collection).toEqual(before);
  });
});

describe('deleteCollection', () => {
  it('deletes it, and what stood in it moves up', async () => {
    const [spaceId = ''] = await newSpaces(api, home, childId, 1);
    const child = globalIdOf('Collection', childId);
    expect(await run.failed('deleteCollection', { id: child }, editor)).toMatchObject(forbidden(collections.delete));
    expect(await run.done(collections.delete, 'deleteCollection', { id: child }, 'deletedId')).toEqual({
      payload: { deletedId: child },
      reads: [],
    });
    expect(await read('title', childId)).toEqual({ collection: null, code: 'NOT_FOUND' });
    expect((await read('spaces { nodes { restId } }')).collection).toEqual({
      spaces: { nodes: [{ restId: spaceId }] },
    });
    expect(await run.failed('deleteCollection', { id: child })).toMatchObject(missing(collections.delete));
  });
});

describe('moveCollection', () => {
  const move = (input: Record<string, unknown>) =>
    run.done(collections.move, 'moveCollection', { id: childId, ...input }, 'collection { parent { restId } }');
  const parentOfChild = async () => (await read('parent { restId }', childId)).collection.parent?.restId;

  it('puts it into another, named by its global id or its plain REST id, and out of all by null', async () => {
    const other = await newCollection(api, home);
    expect(await move({ parentId: other })).toEqual({
      payload: { collection: { parent: { restId: other } } },
      reads: [],
    });
    await move({ parentId: id });
    expect(await parentOfChild()).toBe(collectionId);
    await move({});
    expect(await parentOfChild()).toBe(collectionId);
    expect((await move({ parentId: null })).payload).toEqual({ collection: { parent: null } });
    expect(await parentOfChild()).toBeUndefined();
  });

  it('takes spaces as neighbours', async () => {
    const [neighbour = ''] = await newSpaces(api, home, collectionId, 1);
    for (const before of [neighbour, globalIdOf('Space', neighbour)]) {
      const { payload } = await move({ parentId: id, position: { before } });
      expect(payload).toEqual({ collection: { parent: { restId: collectionId } } });
    }
    const stranger = await publishedSpace(api, home);
    expect(
      await run.refused(collections.move, 'moveCollection', { id: childId, position: { after: stranger } }),
    ).toMatchObject({ field: ['position', 'after'], code: 'INVALID' });
  });

  it('refuses to put it into itself, and those who may only edit', async () => {
    expect(await run.refused(collections.move, 'moveCollection', { id, parentId: childId })).toMatchObject({
      field: ['parentId'],
      code: 'CONFLICT',
    });
    expect(await run.failed('moveCollection', { id: childId, parentId: null }, editor)).toMatchObject(
      forbidden(collections.move),
    );
    expect(await parentOfChild()).toBe(collectionId);
  });
});

describe('transferCollection', () => {
  it('hands it over with everything in it', async () => {
    const [spaceId = ''] = await newSpaces(api, home, childId, 1);
    expect((await read('title', childId, outsider)).code).toBe('NOT_FOUND');
    const input = { id, organizationId: globalIdOf('Organization', abroad) };
    expect(
      await run.done(collections.transfer, 'transferCollection', input, 'collection { organization { restId } }'),
    ).toEqual({ payload: { collection: { organization: { restId: abroad } } }, reads: [] });
    const selection = 'organization { restId } parent { restId } spaces { nodes { restId organization { restId } } }';
    const organization = { restId: abroad };
    expect((await read(selection, childId, outsider)).collection).toEqual({
      organization,
      parent: { restId: collectionId },
      spaces: { nodes: [{ restId: spaceId, organization }] },
    });
  });

  it('refuses no organization, organizations out of reach, and those who may only edit', async () => {
    expect(await run.unsent('transferCollection', { id, organizationId: '' })).toMatchObject([
      { field: ['organizationId'], code: 'TOO_SHORT' },
    ]);
    expect(await run.refused(collections.transfer, 'transferCollection', { id, organizationId: 'gone' })).toMatchObject(
      {
        field: ['organizationId'],
        code: 'INVALID',
      },
    );
    expect(await run.failed('transferCollection', { id, organizationId: abroad }, editor)).toMatchObject(
      forbidden(collections.transfer),
    );
    expect((await read('organization { restId }')).collection).toEqual({ organization: { restId: home } });
  });
});
