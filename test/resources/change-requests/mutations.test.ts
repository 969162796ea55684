import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { forbidden, type Mutations, mutations } from '../../support/resources/mutations.ts';
import { newCollection, newSpaces, twoOrganizations } from '../../support/resources/space-fixtures.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';
import { pageUrl } from '../../support/sandbox/sources.ts';

const { changeRequestContents, changeRequests, spaceContents, spaces } = contract;
const { editor, outsider, reader } = sandboxTokens;

let world: TestWorld;
let api: RestCalls;
let run: Mutations;
let home: string;
let spaceId: string;
/** Global id of a new space without change requests. */
let space: string;

beforeAll(async () => {
  world = await startWorld();
  api = restCalls(world.sandboxUrl);
  run = mutations(world);
  ({ home } = await twoOrganizations(api));
});
afterAll(() => world.close());

beforeEach(async () => {
  [spaceId = ''] = await newSpaces(api, home, await newCollection(api, home), 1);
  space = globalIdOf('Space', spaceId);
});

/** Opens a change request through the gateway, and resolves to its global id. */
async function create(input: object = {}, token?: string): Promise<string> {
  const name = 'createChangeRequest';
  const given = { spaceId: space, ...input };
  return (await run.done(changeRequests.create, name, given, 'changeRequest { id }', token)).payload.changeRequest.id;
}

/** What a later request reads of the space or of a change request. */
async function read(id: string, selection: string) {
  const on = id === space ? 'Space' : 'ChangeRequest';
  const query = `query ($id: ID!) { node(id: $id) { ... on ${on} { ${selection} } } }`;
  const { data, errors } = await world.execute(query, { variables: { id } });
  expect(errors).toBeUndefined();
  return data.node;
}

async function titlesOf(id: string): Promise<string[]> {
  const { pages } = await read(id, 'pages { title }');
  return pages.map(({ title }: { title: string }) => title);
}

/** Adds a page to a change request, so that its merge changes something. */
async function addPage(id: string, title: string) {
  const { restId } = await read(id, 'restId');
  const body = { url: pageUrl(title), source: 'website' };
  await api.call(changeRequestContents.import, { path: { spaceId, changeRequestId: restId }, body });
}

const merge = (id: string, selection = 'mergedRevisionId') =>
  run.done(changeRequests.merge, 'mergeChangeRequest', { id }, selection);

describe('createChangeRequest', () => {
  it('opens a draft with the next number, and answers without a further call', async () => {
    const fields = 'number subject status isOutdated openCommentCount createdBy { displayName } space { id }';
    const draft = { status: 'draft', isOutdated: false, openCommentCount: 0, space: { id: space } };
    for (const [number, subject, token, displayName] of [
      [1, 'S'.repeat(100), editor, 'Tomás Okafor'],
      [2, 'Größer & “schöner” 🦊', sandboxTokens.admin, 'Mara Lindqvist'],
    ] as const) {
      const { payload, reads } = await run.done(
        changeRequests.create,
        'createChangeRequest',
        { spaceId: space, subject, agentTaskId: 'task-1' },
        `changeRequest { id ${fields} }`,
        token,
      );
      const { id, ...given } = payload.changeRequest;
      expect(given).toEqual({ ...draft, number, subject, createdBy: { displayName } });
      expect(reads).toEqual([]);
      expect(await read(id, fields)).toEqual(given);
    }
    expect(await read(space, 'changeRequestCount draftChangeRequestCount')).toEqual({
      changeRequestCount: 2,
      draftChangeRequestCount: 2,
    });
  });

  it('leaves what the contract leaves open to the service to refuse', async () => {
    const long = { spaceId: space, subject: 'S'.repeat(101) };
    expect(await run.refused(changeRequests.create, 'createChangeRequest', long)).toMatchObject({ code: 'INVALID' });
    expect(await read(space, 'changeRequestCount')).toEqual({ changeRequestCount: 0 });
  });

  it('is for those who may edit', async () => {
    const input = { spaceId: space };
    expect(await run.failed('createChangeRequest', input, reader)).toMatchObject(forbidden(changeRequests.create));
    expect(await run.failed('createChangeRequest', input, outsider)).toMatchObject(forbidden(changeRequests.create));
  });
});

describe('updateChangeRequest', () => {
  const name = 'updateChangeRequest';
  const update = (id: string, input: object) =>
    run.done(changeRequests.update, name, { id, ...input }, 'changeRequest { subject status }');

  it('renames, opens and archives, and keeps what is left out', async () => {
    const id = await create({ subject: 'Draft' });
    const subject = 'S'.repeat(100);
    for (const [change, changeRequest] of [
      [{ subject }, { subject, status: 'draft' }],
      [{ status: 'open' }, { subject, status: 'open' }],
      [
        { subject: 'Renamed', status: 'archived' },
        { subject: 'Renamed', status: 'archived' },
      ],
    ] as const) {
      expect(await update(id, change)).toEqual({ payload: { changeRequest }, reads: [] });
      expect(await read(id, 'subject status')).toEqual(changeRequest);
    }
  });

  it('refuses long subjects and null before they are sent, and states that the service does not know', async () => {
    const id = await create({ subject: 'Unchanged' });
    expect(await run.unsent(name, { id, subject: 'S'.repeat(101), status: null })).toMatchObject([
      { field: ['subject'], code: 'TOO_LONG' },
      { field: ['status'], code: 'NOT_ALLOWED' },
    ]);
    expect(await run.refused(changeRequests.update, name, { id, status: 'sleeping' })).toMatchObject({
      field: ['status'],
      code: 'INVALID',
    });
    expect(await run.refused(changeRequests.update, name, { id, status: 'merged' })).toMatchObject({
      field: null,
      code: 'CONFLICT',
    });
    expect(await run.failed(name, { id, subject: 'Not mine' }, reader)).toMatchObject(forbidden(changeRequests.update));
    expect(await read(id, 'subject status')).toEqual({ subject: 'Unchanged', status: 'draft' });
  });
});

describe('mergeChangeRequest', () => {
  it('puts the changes into the space, and makes the others outdated', async () => {
    const [mine, other] = [await create({ subject: 'Mine' }), await create({ subject: 'Other' })];
    await addPage(mine, 'mine');
    const { payload, reads } = await merge(
      mine,
      'mergedRevisionId result changeRequest { status mergedRevisionId isOutdated space { revision { restId } } }',
    );
    const { mergedRevisionId } = payload;
    expect(payload).toEqual({
      mergedRevisionId: expect.any(String),
      result: 'merge',
      changeRequest: {
        status: 'merged',
        mergedRevisionId,
        isOutdated: false,
        space: { revision: { restId: mergedRevisionId } },
      },
    });
    expect(reads.sort()).toEqual([changeRequests.get.id, spaces.get.id]);
    expect(await read(other, 'isOutdated status')).toEqual({ isOutdated: true, status: 'draft' });
    expect((await titlesOf(space)).at(-1)).toBe('mine');
    expect(await titlesOf(other)).not.toContain('mine');
    const listed = 'changeRequests(status: "merged") { nodes { id } }';
    expect(await read(space, listed)).toEqual({ changeRequests: { nodes: [{ id: mine }] } });
  });

  it('is refused a second time, for archived ones, and while the space is locked', async () => {
    const [once, archived, waiting] = [await create(), await create(), await create()];
    await merge(once);
    const refused = (id: string) => run.refused(changeRequests.merge, 'mergeChangeRequest', { id });
    expect(await refused(once)).toMatchObject({ field: null, code: 'CONFLICT' });
    const reopened = { id: once, status: 'open' };
    expect(await run.refused(changeRequests.update, 'updateChangeRequest', reopened)).toMatchObject({
      code: 'CONFLICT',
    });
    await run.done(changeRequests.update, 'updateChangeRequest', { id: archived, status: 'archived' }, '');
    expect(await refused(archived)).toMatchObject({ field: null, code: 'CONFLICT' });
    await run.done(spaces.update, 'updateSpace', { id: space, editMode: 'LOCKED' }, '');
    expect(await refused(waiting)).toMatchObject({ field: null, code: 'PRECONDITION_FAILED' });
    await run.done(spaces.update, 'updateSpace', { id: space, editMode: 'LIVE' }, '');
    await merge(waiting);
    expect(await read(waiting, 'status')).toEqual({ status: 'merged' });
  });

  it('is for those who may merge', async () => {
    const id = await create({}, editor);
    expect(await run.failed('mergeChangeRequest', { id }, editor)).toMatchObject(forbidden(changeRequests.merge));
    expect(await read(id, 'status')).toEqual({ status: 'draft' });
  });
});

describe('updateChangeRequestFromMain', () => {
  const name = 'updateChangeRequestFromMain';
  const selection = 'revisionId result changeRequest { isOutdated revision { restId } mergedAncestorRevisionId }';

  it('pulls the main content in, and keeps its own changes', async () => {
    const id = await create();
    await addPage(id, 'mine');
    const body = { url: pageUrl('main'), source: 'website' };
    const { revision: main } = await api.call(spaceContents.import, { path: { spaceId }, body });
    const before = await read(id, 'isOutdated revision { restId }');
    expect(before.isOutdated).toBe(true);
    const { payload, reads } = await run.done(changeRequests.updateFromMain, name, { id }, selection, editor);
    const { revisionId } = payload;
    const changeRequest = { isOutdated: false, revision: { restId: revisionId }, mergedAncestorRevisionId: main };
    expect(payload).toEqual({ revisionId: expect.any(String), result: 'update', changeRequest });
    expect(revisionId).not.toBe(before.revision.restId);
    expect(reads).toEqual([changeRequests.get.id]);
    expect((await titlesOf(id)).slice(-2)).toEqual(['main', 'mine']);
    const again = await run.done(changeRequests.updateFromMain, name, { id }, selection);
    expect(again.payload).toEqual({ revisionId, result: 'up-to-date', changeRequest });
  });

  it('is refused for merged ones and in locked spaces, and is for those who may edit', async () => {
    const [merged, open] = [await create(), await create()];
    await merge(merged);
    const refused = (id: string) => run.refused(changeRequests.updateFromMain, name, { id });
    expect(await refused(merged)).toMatchObject({ field: null, code: 'CONFLICT' });
    expect(await run.failed(name, { id: open }, reader)).toMatchObject(forbidden(changeRequests.updateFromMain));
    await run.done(spaces.update, 'updateSpace', { id: space, editMode: 'LOCKED' }, '');
    expect(await refused(open)).toMatchObject({ field: null, code: 'PRECONDITION_FAILED' });
  });
});
