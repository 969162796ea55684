import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { forbidden, type Mutations, missing, mutations } from '../../support/resources/mutations.ts';
import { newCollection, newSpaces, publishedSpace, twoOrganizations } from '../../support/resources/space-fixtures.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';

const { spaces } = contract;
const { editor, outsider, reader } = sandboxTokens;
const day = 24 * 60 * 60 * 1000;

let world: TestWorld;
let api: RestCalls;
let run: Mutations;
let home: string;
let abroad: string;
/** A new collection, and three spaces in it. */
let collectionId: string;
let trio: string[];
/** The global id of the first of them. */
let id: string;

beforeAll(async () => {
  world = await startWorld();
  api = restCalls(world.sandboxUrl);
  run = mutations(world);
  ({ home, abroad } = await twoOrganizations(api));
});
afterAll(() => world.close());

beforeEach(async () => {
  collectionId = await newCollection(api, home);
  trio = await newSpaces(api, home, collectionId, 3);
  id = spaceId(0);
});

const spaceId = (i: number) => globalIdOf('Space', trio[i] ?? '');

/** What a later request reads of a space. */
async function read(selection: string, of = id, token: string = sandboxTokens.admin) {
  const query = `query ($id: ID!) { space(id: $id) { ${selection} } }`;
  const { data, errors } = await world.execute(query, { variables: { id: of }, token });
  return { space: data.space, code: errors?.[0]?.extensions.code };
}

/** Where the spaces of the collection stand: `0 1 2` from the start. */
async function order(): Promise<string> {
  const query = 'query ($id: ID!) { collection(id: $id) { spaces { nodes { restId } } } }';
  const { data } = await world.execute(query, { variables: { id: collectionId } });
  return data.collection.spaces.nodes.map(({ restId }: { restId: string }) => trio.indexOf(restId)).join(' ');
}

describe('updateSpace', () => {
  const update = (input: object, selection = '') =>
    run.done(spaces.update, 'updateSpace', { id, ...input }, `space { ${selection} id }`);

  it('changes all that is given, and answers with the record without fetching it', async () => {
    const changed = { title: 'T'.repeat(50), emoji: '🦊', editMode: 'LOCKED', defaultRole: 'READ' };
    const fields = 'title emoji editMode defaultRole';
    const { payload, reads } = await update(changed, fields);
    expect(payload.space).toEqual({ id, ...changed });
    expect(reads).toEqual([]);
    expect((await read(fields)).space).toEqual(changed);
  });

  it('keeps what is left out, and removes the default level by null', async () => {
    const { space: before } = await read('title emoji editMode revision { restId }');
    await update({ defaultRole: 'COMMENT' });
    expect((await read('defaultRole')).space).toEqual({ defaultRole: 'COMMENT' });
    await update({ emoji: '🦉' });
    expect((await read('defaultRole emoji')).space).toEqual({ defaultRole: 'COMMENT', emoji: '🦉' });
    await update({ defaultRole: null });
    const { space } = await read('title emoji editMode revision { restId } defaultRole');
    expect(space).toEqual({ ...before, emoji: '🦉', defaultRole: null });
  });

  it('takes the plain REST id as well', async () => {
    const { payload } = await run.done(
      spaces.update,
      'updateSpace',
      { id: trio[0], title: 'By REST id' },
      'space { id }',
    );
    expect(payload.space).toEqual({ id });
    expect((await read('title')).space).toEqual({ title: 'By REST id' });
  });

  it('finds all that is wrong with the input before it sends anything', async () => {
    const { space: before } = await read('title emoji editMode');
    const userErrors = await run.unsent('updateSpace', {
      id,
      title: 'T'.repeat(51),
      emoji: '🦊'.repeat(51),
      editMode: null,
    });
    expect(userErrors).toEqual([
      { field: ['editMode'], code: 'NOT_ALLOWED', message: expect.stringContaining('null') },
      { field: ['title'], code: 'TOO_LONG', message: expect.stringContaining('50') },
      { field: ['emoji'], code: 'TOO_LONG', message: expect.stringContaining('50') },
    ]);
    expect((await read('title emoji editMode')).space).toEqual(before);
  });

  it('is forbidden to those who may only edit, and to outsiders who may read a public space', async () => {
    const input = { id, title: 'Not mine' };
    expect(await run.failed('updateSpace', input, editor)).toMatchObject(forbidden(spaces.update));
    expect(await run.failed('updateSpace', input, outsider)).toMatchObject(forbidden(spaces.update));
    expect((await read('title')).space.title).not.toBe('Not mine');
  });

  it('refuses the id of another type without a call', async () => {
    const collection = globalIdOf('Collection', collectionId);
    expect(await run.unsent('updateSpace', { id: collection, title: 'Wrong type' })).toEqual([
      { field: ['id'], code: 'INVALID', message: 'Expected a Space id, got a Collection id.' },
    ]);
  });
});

describe('deleteSpace and restoreSpace', () => {
  const remove = () => run.done(spaces.delete, 'deleteSpace', { id }, 'space { id deletedAt }');

  it('delete a space and bring it back', async () => {
    const { payload, reads } = await remove();
    expect(payload).toEqual({ space: { id, deletedAt: expect.any(String) } });
    expect(reads).toEqual(['spaces.get']);
    expect((await read('deletedAt')).space).toEqual({ deletedAt: expect.any(String) });
    expect(await order()).toBe('1 2');
    const restored = await run.done(spaces.restore, 'restoreSpace', { id: payload.space.id }, 'space { id deletedAt }');
    expect(restored).toEqual({ payload: { space: { id, deletedAt: null } }, reads: [] });
    expect((await read('deletedAt parent { restId }')).space).toEqual({
      deletedAt: null,
      parent: { restId: collectionId },
    });
    expect(await order()).toBe('1 2 0');
  });

  it('refuse a change of what is deleted, and the restoring of what is not', async () => {
    expect(await run.refused(spaces.restore, 'restoreSpace', { id })).toMatchObject({ field: null, code: 'CONFLICT' });
    await remove();
    const update = { id, title: 'Too late' };
    expect(await run.refused(spaces.update, 'updateSpace', update)).toMatchObject({ field: null, code: 'CONFLICT' });
    expect(await run.refused(spaces.delete, 'deleteSpace', { id })).toMatchObject({ code: 'CONFLICT' });
  });

  it('are forbidden to those who may only edit', async () => {
    expect(await run.failed('deleteSpace', { id }, editor)).toMatchObject(forbidden(spaces.delete));
    await remove();
    expect(await run.failed('restoreSpace', { id }, editor)).toMatchObject(forbidden(spaces.restore));
  });

  it('leave seven days for a second thought; then the space is gone for good', async () => {
    await remove();
    world.sandbox.clock.advance(7 * day - 60_000);
    await run.done(spaces.restore, 'restoreSpace', { id }, 'space { id }');
    await remove();
    world.sandbox.clock.advance(7 * day);
    expect(await run.failed('restoreSpace', { id })).toMatchObject(missing(spaces.restore));
    expect(await read('deletedAt')).toEqual({ space: null, code: 'NOT_FOUND' });
  });
});

describe('duplicateSpace', () => {
  it('makes a copy with the same content, right behind the original', async () => {
    const { payload, reads } = await run.done(
      spaces.duplicate,
      'duplicateSpace',
      { id },
      'space { id title changeRequestCount parent { restId } }',
    );
    const { id: copy, ...space } = payload.space;
    const { space: original } = await read('title pageList { depth page { title } }');
    expect(space).toEqual({
      title: `${original.title.slice(0, 43)} (copy)`,
      changeRequestCount: 0,
      parent: { restId: collectionId },
    });
    expect(copy).not.toBe(id);
    expect(reads).toEqual([]);
    expect((await read('pageList { depth page { title } }', copy)).space).toEqual({ pageList: original.pageList });
    expect(await order()).toBe('0 -1 1 2');
  });

  it('is forbidden to those who may not create', async () => {
    expect(await run.failed('duplicateSpace', { id }, reader)).toMatchObject(forbidden(spaces.duplicate));
    expect(await order()).toBe('0 1 2');
  });
});

describe('moveSpace', () => {
  const move = (input: Record<string, unknown>) =>
    run.done(spaces.move, 'moveSpace', input, 'space { parent { restId } }');
  const inCollection = { space: { parent: { restId: expect.any(String) } } };

  it('puts a space before or after another, or between two', async () => {
    expect((await move({ id: spaceId(2), position: { before: spaceId(0) } })).payload).toEqual(inCollection);
    expect(await order()).toBe('2 0 1');
    await move({ id: spaceId(2), position: { after: trio[0] } });
    expect(await order()).toBe('0 2 1');
    await move({ id: spaceId(0), position: { after: spaceId(2), before: spaceId(1) } });
    expect(await order()).toBe('2 0 1');
  });

  it('puts it into a collection, named by its global id or its plain REST id', async () => {
    for (const name of [(rest: string) => globalIdOf('Collection', rest), (rest: string) => rest]) {
      const other = await newCollection(api, home);
      expect(await move({ id, parentId: name(other) })).toEqual({
        payload: { space: { parent: { restId: other } } },
        reads: [],
      });
      expect((await read('parent { restId }')).space).toEqual({ parent: { restId: other } });
    }
    expect(await order()).toBe('1 2');
  });

  it('takes it out of its collection by null, and leaves it there when no parent is given', async () => {
    expect((await move({ id })).payload).toEqual(inCollection);
    expect(await order()).toBe('1 2 0');
    expect((await move({ id, parentId: null })).payload).toEqual({ space: { parent: null } });
    expect((await read('parent { restId }')).space).toEqual({ parent: null });
    expect(await order()).toBe('1 2');
  });

  it('refuses neighbours elsewhere and unknown parents', async () => {
    const stranger = await publishedSpace(api, home);
    expect(await run.refused(spaces.move, 'moveSpace', { id, position: { after: stranger } })).toMatchObject({
      field: ['position', 'after'],
      code: 'INVALID',
    });
    expect(await run.refused(spaces.move, 'moveSpace', { id, parentId: 'gone' })).toMatchObject({
      field: ['parentId'],
      code: 'INVALID',
      message: 'There is no collection "gone".',
    });
    expect(await run.unsent('moveSpace', { id, parentId: id })).toMatchObject([
      { field: ['parentId'], code: 'INVALID' },
    ]);
    expect(await run.failed('moveSpace', { id, parentId: null }, editor)).toMatchObject(forbidden(spaces.move));
    expect(await order()).toBe('0 1 2');
  });
});

describe('transferSpace', () => {
  it('hands a space over to another organization', async () => {
    expect((await read('organization { title }', id, outsider)).code).toBe('NOT_FOUND');
    const input = { id, organizationId: globalIdOf('Organization', abroad) };
    expect(
      await run.done(spaces.transfer, 'transferSpace', input, 'space { organization { restId } parent { restId } }'),
    ).toEqual({ payload: { space: { organization: { restId: abroad }, parent: null } }, reads: [] });
    expect((await read('organization { restId }', id, outsider)).space).toEqual({ organization: { restId: abroad } });
    expect((await read('organization { title }', id, reader)).code).toBe('NOT_FOUND');
    expect(await order()).toBe('1 2');
  });

  it('refuses a space that a site shows, no organization, and those without the right', async () => {
    const shown = await publishedSpace(api, home);
    expect(await run.refused(spaces.transfer, 'transferSpace', { id: shown, organizationId: abroad })).toMatchObject({
      field: null,
      code: 'CONFLICT',
      message: expect.stringContaining('site'),
    });
    expect(await run.unsent('transferSpace', { id, organizationId: '' })).toMatchObject([
      { field: ['organizationId'], code: 'TOO_SHORT' },
    ]);
    expect(await run.failed('transferSpace', { id, organizationId: abroad }, editor)).toMatchObject(
      forbidden(spaces.transfer),
    );
    expect(await order()).toBe('0 1 2');
  });
});
