import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { startGateway, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { forbidden, type Mutations, mutations } from '../../support/resources/mutations.ts';
import { newCollection, newSpaces, twoOrganizations } from '../../support/resources/space-fixtures.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';
import { pageUrl } from '../../support/sandbox/sources.ts';
import { json, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';

const { changeRequestContents, changeRequests, spaceContents, spaces } = contract;
const { editor, outsider, reader } = sandboxTokens;
const source = 'website';

let world: TestWorld;
let api: RestCalls;
let run: Mutations;
let home: string;
let spaceId: string;
/** Global ids of a new space and of a change request on it. */
let space: string;
let changeRequest: string;

beforeAll(async () => {
  world = await startWorld();
  api = restCalls(world.sandboxUrl);
  run = mutations(world);
  ({ home } = await twoOrganizations(api));
});
afterAll(() => world.close());

beforeEach(async () => {
  [spaceId = ''] = await newSpaces(api, home, await newCollection(api, home), 1);
  const { id } = await api.call(changeRequests.create, { path: { spaceId }, body: {} });
  space = globalIdOf('Space', spaceId);
  changeRequest = globalIdOf('ChangeRequest', spaceId, id);
});

async function titlesIn(id: string): Promise<string[]> {
  const query = 'query ($id: ID!) { node(id: $id) { ... on Content { pageList { page { title } } } } }';
  const { data, errors } = await world.execute(query, { variables: { id } });
  expect(errors).toBeUndefined();
  return data.node.pageList.map(({ page }: { page: { title: string } }) => page.title);
}

const imports = [
  {
    name: 'importSpaceContent',
    field: 'spaceId',
    result: 'space',
    endpoint: spaceContents.import,
    read: spaces.get,
    target: () => space,
    other: () => changeRequest,
  },
  {
    name: 'importChangeRequestContent',
    field: 'changeRequestId',
    result: 'changeRequest',
    endpoint: changeRequestContents.import,
    read: changeRequests.get,
    target: () => changeRequest,
    other: () => space,
  },
];

describe.each(imports)('$name', ({ name, field, result, endpoint, read, target, other }) => {
  const url = pageUrl('Old guide', 'Größer &amp; schöner.');
  const input = (given: object = {}) => ({ [field]: target(), url, source, ...given });

  it('adds pages to the content in a new revision, and to no other', async () => {
    const before = await titlesIn(target());
    const untouched = await titlesIn(other());
    const selection = `${result} { id revision { restId } } revisionId importedResourceCount totalResourceCount`;
    const { payload, reads } = await run.done(endpoint, name, input(), selection, editor);
    expect(payload).toEqual({
      [result]: { id: target(), revision: { restId: payload.revisionId } },
      revisionId: expect.any(String),
      importedResourceCount: 1,
      totalResourceCount: 1,
    });
    expect(reads).toEqual([read.id]);
    expect(await titlesIn(target())).toEqual([...before, 'Old guide']);
    expect(await titlesIn(other())).toEqual(untouched);
  });

  it('tells how much of what was found was imported', async () => {
    const upstream = await startFaultUpstream();
    upstream.reply(json({ revision: 'r1', importedResources: 2, totalResources: 5 }, 201));
    const gateway = await startGateway(upstream.url);
    const counts = 'revisionId importedResourceCount totalResourceCount';
    expect((await mutations(gateway).done(endpoint, name, input(), counts)).payload).toEqual({
      revisionId: 'r1',
      importedResourceCount: 2,
      totalResourceCount: 5,
    });
    await gateway.close();
    await upstream.close();
  });

  it('is refused while the space is locked', async () => {
    await api.call(spaces.update, { path: { spaceId }, body: { editMode: 'locked' } });
    expect(await run.refused(endpoint, name, input())).toMatchObject({ field: null, code: 'PRECONDITION_FAILED' });
    await api.call(spaces.update, { path: { spaceId }, body: { editMode: 'live' } });
    await run.done(endpoint, name, input(), 'revisionId');
  });

  it('refuses what is no address before it sends it, and what the service can not import', async () => {
    expect(await run.unsent(name, input({ url: 'old docs' }))).toMatchObject([{ field: ['url'], code: 'PATTERN' }]);
    for (const given of [{ url: 'ftp://old-docs.example/' }, { source: 'papyrus' }]) {
      const field = Object.keys(given);
      expect(await run.refused(endpoint, name, input(given))).toMatchObject({ field, code: 'INVALID' });
    }
  });

  it('is for those who may edit', async () => {
    const before = await titlesIn(target());
    expect(await run.failed(name, input(), reader)).toMatchObject(forbidden(endpoint));
    expect(await run.failed(name, input(), outsider)).toMatchObject(forbidden(endpoint));
    expect(await titlesIn(target())).toEqual(before);
  });
});
