import { describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import { queriesOf } from '../../support/execution/expectations.ts';
import { explainOperation } from '../../support/execution/explain.ts';
import { operationsOf, startGateway, startWorld } from '../../support/gateways/gateway.ts';
import { overruns } from '../../support/random/plan-overruns.ts';
import {
  type Found,
  inSpace,
  mergedLists,
  newestFirst,
  selection,
  walk,
} from '../../support/resources/merged-lists.ts';
import { json, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';

const { changeRequests } = contract;
const every = ['open', 'draft', 'merged', 'archived'];
const lists = mergedLists();

const ofSpace = (args: string, fields = selection) =>
  `{ space(id: "${lists.spaceId}") { changeRequests(${args}) ${fields} } }`;
const quotedList = (values: readonly string[]) => JSON.stringify(values);

describe("a space's change requests of several statuses", () => {
  it('are one list, newest change first, with one call for each status', async () => {
    const expected = newestFirst(await inSpace(lists, lists.spaceId, every));
    expect(expected.length).toBeGreaterThan(4);
    const document = (window: string) => ofSpace(`${window}statuses: ${quotedList(every)}`);
    const windows = await walk(lists.known, document, ['space', 'changeRequests'], expected, 2);
    for (const calls of windows) expect(calls).toEqual(Array(every.length).fill(changeRequests.list.id));
  });

  it('are the same where the service returns short pages', async () => {
    const short = await startWorld({ maxServedPageSize: 2 });
    const expected = newestFirst(await inSpace(lists, lists.spaceId, ['open', 'merged']));
    const document = (window: string) => ofSpace(`${window}statuses: ["open", "merged"]`);
    await walk(short, document, ['space', 'changeRequests'], expected, 3);
    await short.close();
  });

  it('are in another order on demand, also with one status', async () => {
    const oldestFirst = newestFirst(await inSpace(lists, lists.spaceId, ['merged'], 'createdAt')).reverse();
    for (const filter of ['status: "merged"', 'statuses: ["merged", "merged"]']) {
      const args = `${filter}, orderBy: { field: CREATED_AT, direction: ASC }`;
      const { data, calls } = await lists.known.execute(ofSpace(args, '{ nodes { id } }'));
      expect(data.space.changeRequests.nodes.map(({ id }: Found) => id)).toEqual(oldestFirst);
      expect(queriesOf(calls, changeRequests.list)).toEqual([{ limit: '1000', status: 'merged' }]);
    }
  });

  it('cost no list of which the record tells that it is empty, and none for no status', async () => {
    const { data, calls, errors } = await lists.known.execute(
      `{ space(id: "${lists.spaceId}") { restId changeRequests(statuses: []) ${selection} } }`,
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
    const { extensions } = await explainOperation(lists.known, { query }, true);
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
    const { data, errors } = await lists.known.execute(query);
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
      const { data } = await lists.known.execute(ofSpace(`first: 1, ${args}`, '{ pageInfo { endCursor } }'));
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
      const { errors, calls } = await lists.known.execute(ofSpace(`${args}, after: "${await cursor()}"`));
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
      expect(errors?.[0]?.message).toMatch(message);
      expect(queriesOf(calls, changeRequests.list)).toEqual([]);
    });

    it.each([
      ['status beside statuses', 'status: "open", statuses: ["draft"]', /cannot be given together/],
      ['too many statuses', `statuses: ${quotedList(Array.from({ length: 11 }, (_x, i) => `s${i}`))}`, /at most 10/],
      ['too many items', 'first: 1001, statuses: ["open"]', /"first" must be/],
    ])('%s', async (_, args, message) => {
      const { errors } = await lists.known.execute(ofSpace(args));
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
      expect(errors?.[0]?.message).toMatch(message);
    });
  });
});
