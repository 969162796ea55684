import { afterEach, describe, expect, it } from 'vitest';
import { organizations } from '../../../src/resources/organizations/contract.ts';
import type { ClientRequest } from '../../support/clients/watched-clients.ts';
import {
  type CoalescingWorld,
  organization,
  read,
  startCoalescingWorld,
  titlesOf,
} from '../../support/gateways/coalescing-world.ts';

const worlds: CoalescingWorld[] = [];

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function startWorld(settings: Record<string, string>): Promise<CoalescingWorld> {
  const world = await startCoalescingWorld(settings);
  worlds.push(world);
  return world;
}

describe('without sharing', () => {
  it('each request makes its own call', async () => {
    const { upstream, sendAll } = await startWorld({ SHARE_CALLS: 'false', SHARE_OPERATIONS: 'false' });
    const sent = await sendAll([{ query: read }, { query: read }, { query: read }]);
    expect(upstream.calls).toHaveLength(3);
    for (const [i, { respond: result }] of upstream.calls.entries()) result(organization(`call ${i}`));
    expect(await titlesOf(sent)).toEqual(['call 0', 'call 1', 'call 2']);
  });

  it('one request still reads nothing twice', async () => {
    const { upstream, send } = await startWorld({ SHARE_CALLS: 'false', SHARE_OPERATIONS: 'false' });
    const sent = await send({ query: '{ one: organization(id: "a") { title } two: organization(id: "a") { title } }' });
    expect(upstream.calls).toHaveLength(1);
    upstream.calls[0]?.respond(organization('once'));
    expect((await sent.response).data).toEqual({ one: { title: 'once' }, two: { title: 'once' } });
  });
});

describe('sharing whole operations', () => {
  const settings = { SHARE_CALLS: 'false' };
  const byId =
    'query One($id: ID!) { organization(id: $id) { title } } query Two($id: ID!) { organization(id: $id) { title } }';

  it('needs the same document, operation and declared variables', async () => {
    const { upstream, sendAll } = await startWorld(settings);
    const one = { query: byId, operationName: 'One', variables: { id: 'a' } };
    const requests: ClientRequest[] = [
      one,
      { ...one, operationName: 'Two' },
      { ...one, variables: { id: 'b' } },
      { ...one, query: `${byId} ` },
      one,
      { ...one, variables: { id: 'a', undeclared: 1 } },
    ];
    const sent = await sendAll(requests);
    expect(upstream.calls).toHaveLength(4);
    for (const [i, { respond: result }] of upstream.calls.entries()) result(organization(`call ${i}`));
    expect(await titlesOf(sent)).toEqual(['call 0', 'call 1', 'call 2', 'call 3', 'call 0', 'call 0']);
  });

  it('excludes requests with explain, which report their own calls', async () => {
    const { upstream, sendAll } = await startWorld(settings);
    const sent = await sendAll([{ query: read }, { query: read, explain: true }, { query: read, explain: true }]);
    expect(upstream.calls).toHaveLength(3);
    for (const { respond: result } of upstream.calls) result(organization('first'));
    const calls = (await Promise.all(sent.map(({ response: result }) => result))).map((result) => result.calls);
    expect(calls.map((own) => own.map(({ operation, shared }) => [operation, shared]))).toEqual([
      [],
      [[organizations.get.id, false]],
      [[organizations.get.id, false]],
    ]);
  });
});

describe('explain', () => {
  it('reports whether each call was shared', async () => {
    const { upstream, sendAll } = await startWorld({});
    const sites = '{ organization(id: "a") { title sites(first: 1) { totalCount } } }';
    const sent = await sendAll([
      { query: read, explain: true },
      { query: read, explain: true },
      { query: sites, explain: true },
    ]);
    expect(upstream.calls).toHaveLength(2);
    upstream.calls[0]?.respond(organization('first'));
    upstream.calls[1]?.respond({ items: [], count: 1 });
    const results = await Promise.all(sent.map(({ response: result }) => result));
    const told = results.map(({ calls }) => calls.map(({ operation, status, shared }) => [operation, status, shared]));
    expect(told[0]).toEqual([['organizations.get', 200, false]]);
    expect(told[1]).toEqual([['organizations.get', 200, true]]);
    expect(told[2]).toEqual(
      expect.arrayContaining([
        ['organizations.get', 200, true],
        ['sites.list', 200, false],
      ]),
    );
    expect(told[2]).toHaveLength(2);
  });
});

it('a query whose only client has gone can be sent again while another query keeps its call', async () => {
  const { upstream, send } = await startWorld({});
  const query = '{ space(id: "s") { organization { title } } }';
  const left = await send({ query });
  const staying = await send({ query: `query Other${query}` });
  await left.cancel();
  const again = await send({ query });
  expect(upstream.calls).toHaveLength(1);
  upstream.calls[0]?.respond({ id: 's', organization: 'a' });
  (await upstream.call(1)).respond(organization('shared'));
  for (const { response: result } of [staying, again]) {
    expect(await result).toMatchObject({ data: { space: { organization: { title: 'shared' } } }, errors: undefined });
  }
});

describe('variables that differ', () => {
  it.each([
    ['a default and null', '$first: Int = 1', 'first: $first', {}, { first: null }],
    ['no value and null', '$first: Int', 'first: $first', {}, { first: null }],
  ])('by %s share no execution', async (_, variable, argument, one, other) => {
    const { upstream, sendAll } = await startWorld({ SHARE_CALLS: 'false' });
    const query = `query (${variable}) { organizations(${argument}) { nodes { title } } }`;
    const sent = await sendAll([one, other, one].map((variables) => ({ query, variables })));
    expect(upstream.calls).toHaveLength(2);
    for (const { respond } of upstream.calls) respond({ items: [organization('x')] });
    for (const { response } of sent) expect((await response).errors).toBeUndefined();
  });

  it('by the condition of a field share no execution', async () => {
    const { upstream, sendAll } = await startWorld({ SHARE_CALLS: 'false' });
    const query = 'query ($maybe: Boolean = false) { organization(id: "a") { title restId @skip(if: $maybe) } }';
    const sent = await sendAll([{}, { maybe: true }, { maybe: false }].map((variables) => ({ query, variables })));
    expect(upstream.calls).toHaveLength(2);
    for (const { respond } of upstream.calls) respond(organization('x'));
    const results = await Promise.all(sent.map(({ response }) => response));
    expect(results.map(({ data }) => Object.keys(data.organization))).toEqual([
      ['title', 'restId'],
      ['title'],
      ['title', 'restId'],
    ]);
  });
});
