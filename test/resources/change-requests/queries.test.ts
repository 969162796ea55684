import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../../src/resources/change-requests/contract.ts';
import { contract } from '../../../src/resources/contract.ts';
import {
  expectedUser,
  globalIdOf,
  present,
  queriesOf,
  repeatedCalls,
  userSelection,
} from '../../support/execution/expectations.ts';
import { operationsOf, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { expectConnection } from '../../support/resources/connections.ts';
import { expectNode, expectOneError } from '../../support/resources/reads.ts';
import { spacesByTitle } from '../../support/resources/spaces.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';

const { changeRequests } = contract;
const everyField = `{
  id restId number subject status createdAt updatedAt isOutdated openCommentCount initialRevisionId
  mergedAncestorRevisionId mergedRevisionId createdBy ${userSelection} space { restId } revision { restId }
  urls { app location }
}`;

let world: TestWorld;
let rest: RestCalls;
let spaceId: string;
/** All change requests of the space, whatever their status. */
let all: ChangeRequest[];

beforeAll(async () => {
  world = await startWorld();
  rest = restCalls(world.sandboxUrl);
  spaceId = (await spacesByTitle(rest))('Dispatch Release Notes').id;
  const statuses = ['draft', 'open', 'merged', 'archived'];
  const lists = statuses.map((status) => rest.items(changeRequests.list, { path: { spaceId }, query: { status } }));
  all = (await Promise.all(lists)).flat();
});

afterAll(() => world.close());

const idOf = ({ id }: ChangeRequest) => globalIdOf('ChangeRequest', spaceId, id);

/** A REST record as the graph gives it. */
function expectedChangeRequest(record: ChangeRequest) {
  const { object: _, id, createdBy, revision, comments, outdated, ...facts } = record;
  const { revisionInitial, revisionMergedAncestor, revisionMerged, ...same } = facts;
  return {
    ...same,
    id: idOf(record),
    restId: id,
    createdBy: expectedUser(createdBy),
    revision: { restId: revision },
    space: { restId: spaceId },
    openCommentCount: comments,
    isOutdated: outdated,
    initialRevisionId: revisionInitial,
    mergedAncestorRevisionId: revisionMergedAncestor,
    mergedRevisionId: revisionMerged,
  };
}

function withStatus(status: string): ChangeRequest {
  const found = all.find((one) => one.status === status);
  if (found === undefined) throw new Error(`The seed has no change request with the status ${status}`);
  return found;
}

const inSpace = (fields: string) => `{ space(id: "${spaceId}") { ${fields} } }`;

describe('a change request', () => {
  it.each(['draft', 'open', 'merged', 'archived'])('has every field of its record: %s', async (status) => {
    const { id } = withStatus(status);
    const { data, calls, errors } = await world.execute(inSpace(`changeRequest(by: { id: "${id}" }) ${everyField}`));
    expect(errors).toBeUndefined();
    const record = await rest.call(changeRequests.get, { path: { spaceId, changeRequestId: id } });
    expect(present(data.space.changeRequest)).toEqual(present(expectedChangeRequest(record)));
    expect(operationsOf(calls)).toEqual(['changeRequests.get']);
  });

  it('has kinds of records in the seed that differ', () => {
    expect(withStatus('merged').revisionMerged).toEqual(expect.any(String));
    expect(all.some(({ revisionMergedAncestor }) => revisionMergedAncestor !== undefined)).toBe(true);
    expect(new Set(all.map(({ outdated }) => outdated))).toEqual(new Set([true, false]));
  });

  it('is the same by plain id, global id, number, and as a node', async () => {
    const record = withStatus('open');
    const selection = '{ id restId number subject }';
    const { data, calls } = await world.execute(`{
      space(id: "${spaceId}") {
        plain: changeRequest(by: { id: "${record.id}" }) ${selection}
        global: changeRequest(by: { id: "${idOf(record)}" }) ${selection}
        number: changeRequest(by: { number: ${record.number} }) ${selection}
      }
      node(id: "${idOf(record)}") { ... on ChangeRequest ${selection} }
    }`);
    const same = { id: idOf(record), restId: record.id, number: record.number, subject: record.subject };
    expect(data).toEqual({ space: { plain: same, global: same, number: same }, node: same });
    expect(calls.map(({ path }) => path).sort()).toEqual(
      [record.id, record.number].map((name) => `/v1/spaces/${spaceId}/change-requests/${name}`).sort(),
    );
  });

  it('gives what stands below it the same ids, by number as by id', async () => {
    const record = withStatus('open');
    const run = async (by: string) => {
      const fields = `id comments { nodes { id changeRequest { id restId } } } files { nodes { id } } pages { id }`;
      const { data, calls, errors } = await world.execute(inSpace(`changeRequest(by: { ${by} }) { ${fields} }`));
      expect(errors).toBeUndefined();
      expect(repeatedCalls(calls)).toEqual([]);
      return { changeRequest: data.space.changeRequest, calls: operationsOf(calls) };
    };
    const byId = await run(`id: "${record.id}"`);
    const byNumber = await run(`number: ${record.number}`);
    expect(byNumber.changeRequest).toEqual(byId.changeRequest);
    expect(byId.changeRequest.comments.nodes[0].changeRequest).toEqual({ id: idOf(record), restId: record.id });
    const below = ['changeRequestComments.list', 'changeRequestContents.files', 'changeRequestContents.pages'];
    expect(byId.calls).toEqual(below);
    expect(byNumber.calls).toEqual([...below, 'changeRequests.get']);
  });

  it('takes exactly one of id and number', async () => {
    for (const by of ['{}', '{ id: "a", number: 1 }', '{ number: null }']) {
      const { errors, calls } = await world.execute(inSpace(`changeRequest(by: ${by}) { subject }`));
      expect(errors?.length).toBeGreaterThan(0);
      expect(calls).toEqual([]);
    }
  });

  it('round-trips through node', async () => {
    const record = withStatus('draft');
    const given = await expectNode(world, {
      type: 'ChangeRequest',
      id: idOf(record),
      selection: '{ subject space { restId } }',
      endpoint: changeRequests.get,
    });
    expect(given).toEqual({ id: idOf(record), subject: record.subject, space: { restId: spaceId } });
  });

  it.each(['by: { id: "nothing" }', 'by: { number: 4711 }'])(
    'is null with one NOT_FOUND error at its own path where there is none: %s',
    async (by) => {
      const { data, errors } = await world.execute(
        inSpace(`title gone: changeRequest(${by}) { subject comments { nodes { id } } pages { title } }`),
      );
      expect(data.space).toEqual({ title: 'Dispatch Release Notes', gone: null });
      expect(errors).toHaveLength(1);
      expect(errors?.[0]).toMatchObject({ path: ['space', 'gone'], extensions: { code: 'NOT_FOUND' } });
    },
  );

  it('refuses the global id of another space, and of another type', async () => {
    const elsewhere = globalIdOf('ChangeRequest', 'elsewhere', withStatus('open').id);
    for (const id of [elsewhere, globalIdOf('Space', spaceId)]) {
      const document = inSpace(`title changeRequest(by: { id: "${id}" }) { subject }`);
      const at = ['space', 'changeRequest'];
      const calls = await expectOneError(world, document, { at, code: 'BAD_USER_INPUT' });
      expect(calls).toEqual(['spaces.get']);
    }
  });

  it('makes no call for itself when only its lists are selected', async () => {
    const { id, comments } = withStatus('open');
    const { data, calls } = await world.execute(
      inSpace(`changeRequest(by: { id: "${id}" }) { id space { restId } comments { totalCount } }`),
    );
    expect(data.space.changeRequest).toEqual({
      id: globalIdOf('ChangeRequest', spaceId, id),
      space: { restId: spaceId },
      comments: { totalCount: comments },
    });
    expect(operationsOf(calls)).toEqual(['changeRequestComments.list']);
  });

  it('is read with its lists in one round trip, below a space that needs no record', async () => {
    const { id } = withStatus('open');
    const { calls } = await world.execute(
      inSpace(`title changeRequest(by: { id: "${id}" }) { subject comments { nodes { status } } pages { title } }`),
    );
    expect(operationsOf(calls)).toEqual([
      'changeRequestComments.list',
      'changeRequestContents.pages',
      'changeRequests.get',
      'spaces.get',
    ]);
    const firstAnswer = Math.min(...calls.map(({ startedAt, ms }) => startedAt + ms));
    for (const { startedAt } of calls) expect(startedAt).toBeLessThan(firstAnswer);
  });
});

describe('change requests of a space', () => {
  it('come in windows, with every field', async () => {
    const open = await rest.items(changeRequests.list, { path: { spaceId } });
    await expectConnection(world, {
      document: (window, selection) => inSpace(`changeRequests(${window}) ${selection}`),
      at: ['space', 'changeRequests'],
      node: '{ id restId number subject status createdAt updatedAt isOutdated createdBy { restId } revision { restId } }',
      endpoint: changeRequests.list,
      nodes: open.map((record) => {
        const { id, restId, number, subject, status, createdAt, updatedAt, isOutdated, revision } =
          expectedChangeRequest(record);
        const createdBy = { restId: record.createdBy?.id };
        return { id, restId, number, subject, status, createdAt, updatedAt, isOutdated, createdBy, revision };
      }),
    });
  });

  it('are whole records: none is fetched again', async () => {
    const { data, calls } = await world.execute(inSpace(`changeRequests ${`{ nodes ${everyField} }`}`));
    const open = await rest.items(changeRequests.list, { path: { spaceId } });
    expect(present(data.space.changeRequests.nodes)).toEqual(present(open.map(expectedChangeRequest)));
    expect(operationsOf(calls)).toEqual(['changeRequests.list']);
  });

  it.each(['draft', 'merged', 'archived'])('are filtered by the status %s', async (status) => {
    const { data, calls } = await world.execute(
      inSpace(`changeRequests(status: "${status}") { nodes { restId status } }`),
    );
    const given = all.filter((one) => one.status === status).map(({ id }) => ({ restId: id, status }));
    expect(given.length).toBeGreaterThan(0);
    expect(data.space.changeRequests.nodes).toEqual(given);
    expect(queriesOf(calls, changeRequests.list)).toEqual([{ status, limit: '25' }]);
  });

  it('are filtered by contributor: a plain id, a member', async () => {
    const creator = withStatus('open').createdBy?.id ?? '';
    const query = { contributor: creator };
    const theirs = await rest.items(changeRequests.list, { path: { spaceId }, query });
    const open = await rest.items(changeRequests.list, { path: { spaceId } });
    expect(theirs.length).toBeGreaterThan(0);
    expect(theirs.length).toBeLessThan(open.length);
    for (const id of [creator, globalIdOf('Member', 'any-organization', creator)]) {
      const { data, calls } = await world.execute(
        inSpace(`changeRequests(contributorId: "${id}") { nodes { restId } }`),
      );
      expect(data.space.changeRequests.nodes).toEqual(theirs.map((one) => ({ restId: one.id })));
      expect(queriesOf(calls, changeRequests.list)).toEqual([{ ...query, limit: '25' }]);
    }
  });

  it('refuse a status that the service refuses, at their own field', async () => {
    const document = inSpace('title changeRequests(status: "lost") { nodes { id } }');
    await expectOneError(world, document, {
      at: ['space', 'changeRequests'],
      code: 'BAD_USER_INPUT',
      message: /status/,
    });
  });

  it('can be asked for twice with different arguments', async () => {
    const { data, calls } = await world.execute(
      inSpace('drafts: changeRequests(status: "draft") { totalCount } open: changeRequests { totalCount }'),
    );
    const count = (status: string) => ({ totalCount: all.filter((one) => one.status === status).length });
    expect(data.space).toEqual({ drafts: count('draft'), open: count('open') });
    expect(new Set(queriesOf(calls, changeRequests.list))).toEqual(
      new Set([{ status: 'draft', limit: '1' }, { limit: '1' }]),
    );
  });

  it('do not take a cursor of the same field with other arguments', async () => {
    const { data } = await world.execute(inSpace('changeRequests(first: 1) { pageInfo { endCursor } }'));
    const { endCursor } = data.space.changeRequests.pageInfo;
    const document = inSpace(`changeRequests(first: 1, after: "${endCursor}", status: "draft") { nodes { id } }`);
    const at = ['space', 'changeRequests'];
    await expectOneError(world, document, { at, code: 'BAD_USER_INPUT', message: /after/ });
  });
});

describe("a change request's PDF", () => {
  const path = () => ({ spaceId, changeRequestId: withStatus('open').id });
  const pdf = (args: string) =>
    inSpace(`changeRequest(by: { id: "${path().changeRequestId}" }) { pdf${args} { url } }`);

  it('is that of all pages, for one call', async () => {
    const { data, calls } = await world.execute(pdf(''));
    expect(data.space.changeRequest.pdf).toEqual(await rest.call(changeRequests.pdf, { path: path() }));
    expect(operationsOf(calls)).toEqual(['changeRequests.pdf']);
    expect(queriesOf(calls, changeRequests.pdf)).toEqual([{}]);
  });

  it('is that of one page, by its plain or global id', async () => {
    const { pages } = await rest.call(contract.changeRequestContents.pages, { path: path() });
    const page = pages[0]?.id ?? '';
    const global = globalIdOf('Page', spaceId, path().changeRequestId, page);
    const { url } = await rest.call(changeRequests.pdf, { path: path(), query: { only: true, page } });
    for (const id of [page, global]) {
      const { data, calls } = await world.execute(pdf(`(only: true, pageId: "${id}")`));
      expect(data.space.changeRequest.pdf).toEqual({ url });
      expect(queriesOf(calls, changeRequests.pdf)).toEqual([{ only: 'true', page }]);
    }
  });

  it('is null with one NOT_FOUND error for a page that does not exist', async () => {
    const at = ['space', 'changeRequest', 'pdf'];
    await expectOneError(world, pdf('(pageId: "nothing")').replace('pdf', 'subject pdf'), { at, code: 'NOT_FOUND' });
  });
});
