import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../../src/resources/change-requests/contract.ts';
import { contract } from '../../../src/resources/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf, queriesOf } from '../../support/execution/expectations.ts';
import { explainOperation } from '../../support/execution/explain.ts';
import {
  operationsOf,
  startGateway,
  startWorld,
  type TestGateway,
  type TestWorld,
} from '../../support/gateways/gateway.ts';
import { startViewerGateway, type ViewerGateway } from '../../support/gateways/viewer-gateway.ts';
import { startProxy } from '../../support/proxies/proxy.ts';
import { overruns } from '../../support/random/plan-overruns.ts';
import { inside } from '../../support/resources/connections.ts';
import { spacesByTitle } from '../../support/resources/spaces.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';
import { userIdOf } from '../../support/sandbox/sandbox-users.ts';
import { json, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';

const { changeRequests, members } = contract;
const every = ['open', 'draft', 'merged', 'archived'];

let world: TestWorld;
let rest: RestCalls;
let known: ViewerGateway;
let organizationId: string;
let spaceId: string;
let userId: string;

beforeAll(async () => {
  world = await startWorld();
  rest = restCalls(world.sandboxUrl);
  const space = (await spacesByTitle(rest))('Dispatch Guides');
  organizationId = space.organization;
  spaceId = space.id;
  userId = await userIdOf(rest, organizationId, sandboxTokens.admin);
  // A space without change requests.
  await rest.call(contract.spaces.duplicate, { path: { spaceId } });
  known = await startViewerGateway(world.sandboxUrl, userId);
});

afterAll(async () => {
  await known.close();
  await world.close();
});

interface Found {
  id: string;
  time: number;
}

/** All change requests of a space with one of the statuses, as REST lists them. */
async function inSpace(space: string, statuses: readonly string[], field: 'updatedAt' | 'createdAt' = 'updatedAt') {
  const lists = statuses.map((status) =>
    rest.items(changeRequests.list, { path: { spaceId: space }, query: { status } }),
  );
  return (await Promise.all(lists)).flat().map((record: ChangeRequest) => ({
    id: globalIdOf('ChangeRequest', space, record.id),
    time: Date.parse(record[field]),
  }));
}

const newestFirst = (found: readonly Found[]) =>
  found.toSorted((a, b) => b.time - a.time || (a.id < b.id ? -1 : 1)).map(({ id }) => id);

const selection = `{ totalCount nodes { id } edges { cursor node { id } }
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;

/** Reads windows to the end, and checks all that connections promise. Returns the calls of the windows. */
async function walk(
  gateway: TestGateway,
  document: (window: string) => string,
  at: readonly string[],
  expected: readonly string[],
  size: number,
) {
  const callsOf: string[][] = [];
  let after = '';
  for (let start = 0; start === 0 || start < expected.length; start += size) {
    const { data, errors, calls } = await gateway.execute(document(`first: ${size}${after} `));
    expect(errors).toBeUndefined();
    const { totalCount, nodes, edges, pageInfo } = inside(data, at) as Connection;
    const ids = expected.slice(start, start + size);
    expect(nodes.map(({ id }) => id)).toEqual(ids);
    expect(edges.map(({ node }) => node.id)).toEqual(ids);
    expect(totalCount).toBe(expected.length);
    expect(pageInfo).toEqual({
      hasNextPage: start + size < expected.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor,
      endCursor: edges.at(-1)?.cursor,
    });
    after = `, after: "${pageInfo.endCursor}"`;
    callsOf.push(operationsOf(calls));
  }
  return callsOf;
}

interface Connection {
  totalCount: number;
  nodes: { id: string }[];
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: { endCursor: string };
}

const ofSpace = (args: string, fields = selection) =>
  `{ space(id: "${spaceId}") { changeRequests(${args}) ${fields} } }`;
const quotedList = (values: readonly string[]) => JSON.stringify(values);

describe("a space's change requests of several statuses", () => {
  it('are one list, newest change first, with one call for each status', async () => {
    const expected = newestFirst(await inSpace(spaceId, every));
    expect(expected.length).toBeGreaterThan(4);
    const document = (window: string) => ofSpace(`${window}statuses: ${quotedList(every)}`);
    const windows = await walk(known, document, ['space', 'changeRequests'], expected, 2);
    for (const calls of windows) expect(calls).toEqual(Array(every.length).fill(changeRequests.list.id));
  });

  it('are the same where the service returns short pages', async () => {
    const short = await startWorld({ maxServedPageSize: 2 });
    const expected = newestFirst(await inSpace(spaceId, ['open', 'merged']));
    const document = (window: string) => ofSpace(`${window}statuses: ["open", "merged"]`);
    await walk(short, document, ['space', 'changeRequests'], expected, 3);
    await short.close();
  });

  it('are in another order on demand, also with one status', async () => {
    const oldestFirst = newestFirst(await inSpace(spaceId, ['merged'], 'createdAt')).reverse();
    for (const filter of ['status: "merged"', 'statuses: ["merged", "merged"]']) {
      const args = `${filter}, orderBy: { field: CREATED_AT, direction: ASC }`;
      const { data, calls } = await known.execute(ofSpace(args, '{ nodes { id } }'));
      expect(data.space.changeRequests.nodes.map(({ id }: Found) => id)).toEqual(oldestFirst);
      expect(queriesOf(calls, changeRequests.list)).toEqual([{ limit: '1000', status: 'merged' }]);
    }
  });

  it('cost no list of which the record tells that it is empty, and none for no status', async () => {
    const { data, calls, errors } = await known.execute(
      `{ space(id: "${spaceId}") { restId changeRequests(statuses: []) ${selection} } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.space.changeRequests).toMatchObject({ totalCount: 0, nodes: [] });
    expect(operationsOf(calls)).toEqual(['spaces.get']);
  });

  it('are planned as one call for each status', async () => {
    const query = ofSpace(
      'first: 5, statuses: ["open", "draft", "merged"]',
      '{ nodes { subject comments { totalCount } } }',
    );
    const { extensions } = await explainOperation(known, { query }, true);
    const { plan, calls = [] } = extensions?.explain ?? {};
    expect(plan).toMatchObject({
      calls: 8,
      levels: 2,
      tree: [{ operation: changeRequests.list.id, calls: 3, next: [{ calls: 5 }] }],
    });
    if (plan != null) expect(overruns(plan, calls, 2)).toEqual([]);
  });

  it('do not exist in a space that does not', async () => {
    const query = '{ space(id: "nowhere") { changeRequests(statuses: ["open", "draft"]) { totalCount } } }';
    const { data, errors } = await known.execute(query);
    expect(data).toEqual({ space: null });
    expect(errors).toMatchObject([{ path: ['space'], extensions: { code: 'NOT_FOUND' } }]);
  });

  it('report the first status that fails in the order of the argument, whichever fails first', async () => {
    const upstream = await startFaultUpstream();
    const held = new Map<string | null, () => void>();
    upstream.reply((response, request) => {
      const status = new URL(request.url, upstream.url).searchParams.get('status');
      if (status === null) return json({ id: 's', title: 'Space' })(response, request);
      held.set(status, () => json({ message: `No ${status}.` }, 400)(response, request));
      if (held.size < 2) return;
      held.get('second')?.();
      setTimeout(() => held.get('first')?.(), 200);
    });
    const gateway = await startGateway(upstream.url);
    const { errors } = await gateway.execute(ofSpace('statuses: ["first", "second"]'));
    expect(errors?.map(({ message }) => message)).toEqual(['No first.']);
    await gateway.close();
    await upstream.close();
  });

  describe('reject', () => {
    const cursorOf = async (args: string) => {
      const { data } = await known.execute(ofSpace(`first: 1, ${args}`, '{ pageInfo { endCursor } }'));
      return data.space.changeRequests.pageInfo.endCursor as string;
    };
    const merged = 'statuses: ["open", "merged"]';
    const forged = (text: string) => async () => Buffer.from(text).toString('base64url');

    it.each([
      ['a cursor of one list', merged, () => cursorOf('status: "open"'), /is not a cursor/],
      ['a cursor of other statuses', merged, () => cursorOf('statuses: ["merged"]'), /of another field/],
      ['a cursor of several lists in one', 'status: "open"', () => cursorOf(merged), /is not a cursor/],
      ['what is no base64url', merged, async () => 'a b', /is not a cursor/],
      ['a value that is no number', merged, forged('2.abcdefgh.NaN.abc'), /is not a cursor/],
      ['an id of other characters', merged, forged('2.abcdefgh.1.a/b'), /is not a cursor/],
      ['a cursor without end', merged, forged(`2.abcdefgh.1.${'a'.repeat(9000)}`), /is not a cursor/],
    ])('%s', async (_, args, cursor, message) => {
      const { errors, calls } = await known.execute(ofSpace(`${args}, after: "${await cursor()}"`));
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
      expect(errors?.[0]?.message).toMatch(message);
      expect(queriesOf(calls, changeRequests.list)).toEqual([]);
    });

    it.each([
      ['status beside statuses', 'status: "open", statuses: ["draft"]', /cannot be given together/],
      ['too many statuses', `statuses: ${quotedList(Array.from({ length: 11 }, (_x, i) => `s${i}`))}`, /at most 10/],
      ['too many items', 'first: 1001, statuses: ["open"]', /"first" must be/],
    ])('%s', async (_, args, message) => {
      const { errors } = await known.execute(ofSpace(args));
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
      expect(errors?.[0]?.message).toMatch(message);
    });
  });
});

const ofOrganization = (args: string, fields = selection) =>
  `{ organization(id: "${organizationId}") { changeRequests(${args}) ${fields} } }`;

describe("an organization's change requests", () => {
  const spaces = () => rest.items(members.spaces, { path: { organizationId, userId } });

  it('are those of all its spaces, with a call for each that has some', async () => {
    const all = (await spaces()).flatMap(({ space }) => (space === undefined ? [] : [space]));
    const found = await Promise.all(all.map(({ id }) => inSpace(id, ['draft'])));
    const expected = newestFirst(found.flat());
    const busy = all.filter(({ changeRequestsDraft }) => changeRequestsDraft > 0);
    expect(busy.length).toBeGreaterThan(2);
    expect(busy.length).toBeLessThan(all.length);
    const document = (window: string) => ofOrganization(`${window}statuses: ["draft"]`);
    const windows = await walk(known, document, ['organization', 'changeRequests'], expected, 7);
    for (const calls of windows) {
      expect(calls).toEqual([...busy.map(() => changeRequests.list.id), members.spaces.id]);
    }
  });

  it('make a review queue in one request, within its plan', async () => {
    const query = ofOrganization(
      'first: 5, statuses: ["open", "draft"], contributorId: "VIEWER", orderBy: { field: UPDATED_AT, direction: DESC }',
      '{ nodes { subject status updatedAt space { title } createdBy { displayName } } }',
    );
    const { data, extensions } = await explainOperation(known, { query }, true);
    const { plan, calls = [] } = extensions?.explain ?? {};
    const { nodes } = inside(data, ['organization', 'changeRequests']) as { nodes: { space: { title: string } }[] };
    expect(nodes).toHaveLength(5);
    expect(new Set(nodes.map(({ space }) => space.title)).size).toBeGreaterThan(1);
    expect(operationsOf(calls).filter((id) => id !== changeRequests.list.id)).toEqual([members.spaces.id]);
    for (const query of queriesOf(calls, changeRequests.list)) expect(query).toMatchObject({ contributor: userId });
    expect(plan?.tree).toMatchObject([
      { operation: members.spaces.id, calls: 1, next: [{ operation: changeRequests.list.id, calls: 200 }] },
    ]);
    if (plan != null) expect(overruns(plan, calls, 2)).toEqual([]);
  });

  it('are null without an error, as its spaces are, where the viewer is not known', async () => {
    const { data, errors, calls } = await world.execute(`{ organization(id: "${organizationId}") {
      title changeRequests { totalCount } spaces { totalCount }
    } }`);
    expect(errors).toBeUndefined();
    expect(data.organization).toMatchObject({ changeRequests: null, spaces: null });
    expect(operationsOf(calls)).toEqual(['organizations.get']);
  });

  it('are none for no status, and the spaces are not read', async () => {
    const { data, errors, extensions } = await explainOperation(known, { query: ofOrganization('statuses: []') }, true);
    const { plan, calls = [] } = extensions?.explain ?? {};
    expect(errors).toBeUndefined();
    expect(inside(data, ['organization', 'changeRequests'])).toMatchObject({ totalCount: 0, nodes: [] });
    expect(operationsOf(calls)).toEqual(['organizations.get']);
    if (plan != null) expect(overruns(plan, calls, 2)).toEqual([]);
  });

  it('are bounded by the number of lists', async () => {
    const bounded = await startViewerGateway(world.sandboxUrl, userId, { MAX_LIST_PAGES: '2' });
    const { data, errors } = await bounded.execute(ofOrganization('first: 1'));
    expect(data.organization.changeRequests).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'OPERATION_TOO_EXPENSIVE' } }]);
    await bounded.close();
  });

  it('do without a space that is deleted meanwhile, and report a list that fails', async () => {
    const proxy = await startProxy(world.sandboxUrl);
    const beside = await startViewerGateway(proxy.url, userId, { UPSTREAM_RETRIES: '0' });
    const [busy] = (await spaces()).filter(({ space }) => (space?.changeRequestsOpen ?? 0) > 0);
    const gone = { endpoint: changeRequests.list, path: { spaceId: busy?.space?.id ?? '' } };
    const count = async () => beside.execute(ofOrganization('first: 1', '{ totalCount }'));
    const before = (await count()).data.organization.changeRequests.totalCount;
    proxy.stub(gone, { status: 404 });
    const { data, errors } = await count();
    expect(errors).toBeUndefined();
    expect(data.organization.changeRequests.totalCount).toBe(before - (busy?.space?.changeRequestsOpen ?? 0));
    proxy.stub(gone, { status: 500 });
    const failed = await count();
    expect(failed.data.organization.changeRequests).toBeNull();
    expect(failed.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_ERROR' } }]);
    await beside.close();
    await proxy.close();
  });

  it('do without those of spaces that the token may not list, unless it may list none', async () => {
    const proxy = await startProxy(world.sandboxUrl);
    const beside = await startViewerGateway(proxy.url, userId);
    const busy = (await spaces()).flatMap(({ space }) =>
      (space?.changeRequestsOpen ?? 0) > 0 ? [space?.id ?? ''] : [],
    );
    const [, ...others] = busy;
    const forbid = (ids: string[]) => {
      for (const id of ids) proxy.stub({ endpoint: changeRequests.list, path: { spaceId: id } }, { status: 403 });
    };
    const found = await Promise.all(busy.slice(0, 1).map((id) => inSpace(id, ['open'])));
    forbid(others);
    const { data, errors } = await beside.execute(ofOrganization('first: 1000', '{ totalCount nodes { id } }'));
    expect(errors).toBeUndefined();
    const expected = newestFirst(found.flat());
    expect(data.organization.changeRequests).toEqual({
      totalCount: expected.length,
      nodes: expected.map((id) => ({ id })),
    });
    forbid(busy);
    const none = await beside.execute(ofOrganization('first: 1'));
    expect(none.data.organization.changeRequests).toBeNull();
    expect(none.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    await beside.close();
    await proxy.close();
  });

  it('tell of a record without a time to sort by', async () => {
    const proxy = await startProxy(world.sandboxUrl);
    const beside = await startViewerGateway(proxy.url, userId);
    proxy.change({ endpoint: changeRequests.list }, ({ items, ...page }) => {
      const [first, ...others] = items;
      return { ...page, items: [{ ...first, updatedAt: 'yesterday' }, ...others] };
    });
    const { errors } = await beside.execute(ofOrganization('first: 1'));
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_CONTRACT' } }]);
    await beside.close();
    await proxy.close();
  });
});

describe("an organization's spaces", () => {
  it('are those that the viewer can access, with one call for a window', async () => {
    const all = await rest.items(members.spaces, { path: { organizationId, userId } });
    const { data, calls } = await known.execute(
      `{ organization(id: "${organizationId}") { spaces(first: 3) { totalCount edges { role node { id title } } } } }`,
    );
    expect(data.organization.spaces.totalCount).toBe(all.length);
    expect(data.organization.spaces.edges).toEqual(
      all.slice(0, 3).map(({ permission = '', space }) => ({
        role: permission.toUpperCase(),
        node: { id: globalIdOf('Space', space?.id ?? ''), title: space?.title },
      })),
    );
    expect(operationsOf(calls)).toEqual([members.spaces.id]);
  });
});
