import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeRequests } from '../../src/resources/change-requests/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { globalIdOf } from '../support/execution/expectations.ts';
import {
  operationsOf,
  startGateway,
  startWorld,
  type TestGateway,
  type TestWorld,
} from '../support/gateways/gateway.ts';
import {
  byPath,
  type FaultUpstream,
  json,
  type Reply,
  startFaultUpstream,
} from '../support/upstreams/fault-upstream.ts';

/** A promise, and what fulfils it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Replies when a gate opens. */
const onceOpen =
  (opened: Promise<unknown>, reply: Reply): Reply =>
  (response, request) =>
    void opened.then(() => reply(response, request));

const linkId = (n: number) => globalIdOf('ShareLink', 'o', 's', `l${n}`);
const idIn = (url: string) => url.split('/').at(-1);

describe('the writes of one document', () => {
  let upstream: FaultUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startFaultUpstream();
  });

  afterAll(() => upstream.close());

  beforeEach(async () => {
    gateway = await startGateway(upstream.url);
  });

  afterEach(() => gateway.close());

  const update = (n: number) =>
    `m${n}: updateShareLink(input: {id: "${linkId(n)}", name: "n"}) { shareLink { restId } userErrors { code } }`;

  it('arrive in their order, each after the former has ended, and a failed one stops none', async () => {
    let underWay = 0;
    let most = 0;
    const statuses: Record<string, number> = { l2: 409, l4: 500, l6: 403 };
    upstream.reply((response, request) => {
      underWay += 1;
      most = Math.max(most, underWay);
      const id = idIn(request.url) ?? '';
      const reply =
        id === 'l8' ? () => response.socket?.destroy() : () => json({ id }, statuses[id])(response, request);
      // The first take longest, so that they would be overtaken if they could be.
      setTimeout(
        () => {
          underWay -= 1;
          reply();
        },
        30 - 3 * Number(id.slice(1)),
      );
    });
    const numbers = [...Array(10).keys()];
    const { data, errors } = await gateway.execute(`mutation { ${numbers.map(update).join(' ')} }`);
    expect(upstream.arrived.map(({ url }) => idIn(url))).toEqual(numbers.map((n) => `l${n}`));
    expect(most).toBe(1);
    expect(errors?.map(({ path, extensions }) => [path?.[0], extensions.code])).toEqual([
      ['m4', 'UPSTREAM_ERROR'],
      ['m6', 'FORBIDDEN'],
      ['m8', 'WRITE_OUTCOME_UNKNOWN'],
    ]);
    for (const n of numbers) {
      const done = { shareLink: { restId: `l${n}` }, userErrors: [] };
      const refused = { shareLink: null, userErrors: [{ code: 'CONFLICT' }] };
      expect(data[`m${n}`]).toEqual([4, 6, 8].includes(n) ? null : n === 2 ? refused : done);
    }
  });

  it('each wait for what the payload before them reads', async () => {
    const order: string[] = [];
    upstream.reply((response, { method, url }) => {
      order.push(`${method} ${url.split('?')[0]}`);
      const reply = json({ id: idIn(url), items: [], revision: 'r', result: 'merge' });
      setTimeout(() => reply(response, {} as never), method === 'GET' ? 20 : 0);
    });
    const merge = (name: string, id: string) =>
      `${name}: mergeChangeRequest(input: {id: "${globalIdOf('ChangeRequest', 's', id)}"}) { changeRequest { comments { totalCount } } }`;
    const { errors } = await gateway.execute(`mutation { ${merge('a', 'c1')} ${merge('b', 'c2')} }`);
    expect(errors).toBeUndefined();
    const base = '/v1/spaces/s/change-requests';
    expect(order).toEqual([
      `POST ${base}/c1/merge`,
      `GET ${base}/c1/comments`,
      `POST ${base}/c2/merge`,
      `GET ${base}/c2/comments`,
    ]);
  });

  it('end with the one that was sent when their client goes away', async () => {
    const arrived = gate();
    const left = gate();
    const ends: string[] = [];
    upstream.reply((response, request) => {
      arrived.open();
      response.once('close', () => ends.push(`${idIn(request.url)} ${response.writableFinished}`));
      onceOpen(left.opened, json({ id: idIn(request.url) }))(response, request);
    });
    const abort = new AbortController();
    const asking = fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ query: `mutation { ${update(1)} ${update(2)} }` }),
      signal: abort.signal,
    });
    await arrived.opened;
    abort.abort();
    await expect(asking).rejects.toThrow();
    // The gateway has seen the client go before the service answers.
    await gateway.execute('{ __typename }');
    left.open();
    await expect.poll(() => ends).toEqual(['l1 true']);
    await expect.poll(() => gateway.log.some((line) => line.includes('"kind":"mutation"'))).toBe(true);
    expect(upstream.arrived).toHaveLength(1);
  });

  it('end before the gateway does, and their client gets the answer', async () => {
    const ending = await startGateway(upstream.url);
    const arrived = gate();
    const closing = gate();
    upstream.reply((response, request) => {
      arrived.open();
      onceOpen(closing.opened, json({ id: idIn(request.url) }))(response, request);
    });
    const asking = ending.execute(`mutation { ${update(1)} }`);
    await arrived.opened;
    const closed = ending.close();
    closing.open();
    const { data, errors } = await asking;
    await closed;
    expect(errors).toBeUndefined();
    expect(data).toEqual({ m1: { shareLink: { restId: 'l1' }, userErrors: [] } });
    expect(upstream.arrived).toHaveLength(1);
  });

  it('make old what was read before them, also where it comes only after them', async () => {
    const written = gate();
    const oldSent = gate();
    const space = '/v1/spaces/s';
    const changeRequest = (subject: string) => ({ id: 'c2', subject, number: 2 });
    const sendOld: Reply = (response, request) => {
      response.once('finish', () => setTimeout(oldSent.open, 50));
      json({ items: [changeRequest('old')] })(response, request);
    };
    upstream.reply(
      byPath({
        [`${space}/change-requests/c1/merge`]: json({ revision: 'r', result: 'merge' }),
        [`${space}/change-requests`]: onceOpen(written.opened, sendOld),
        [`${space}/change-requests/c2`]: (response, request) => {
          json(changeRequest('new'))(response, request);
          written.open();
        },
        [`${space}/change-requests/c2/comments`]: onceOpen(oldSent.opened, json({ items: [{ id: 'k' }] })),
      }),
    );
    const id = (name: string) => globalIdOf('ChangeRequest', 's', name);
    const { data } = await gateway.execute(`mutation {
      old: mergeChangeRequest(input: {id: "${id('c1')}"}) {
        changeRequest { space { changeRequest(by: {id: "gone"}) { subject space { changeRequests { nodes { subject } } } } } } }
      new: updateChangeRequest(input: {id: "${id('c2')}", subject: "new"}) {
        changeRequest { subject comments { nodes { changeRequest { subject } } } } } }`);
    // The look-up fails at once, while what is below it is still being read.
    expect(data.old).toEqual({ changeRequest: { space: { changeRequest: null } } });
    expect(data.new.changeRequest).toEqual({
      subject: 'new',
      comments: { nodes: [{ changeRequest: { subject: 'new' } }] },
    });
  });
});

describe('what is read after a write', () => {
  let world: TestWorld;
  let changeRequest: { id: string; restId: string; space: { id: string } };

  beforeAll(async () => {
    world = await startWorld({ latencyMs: 3 });
    const { data } = await world.execute(`{ organizations(first: 1) { nodes { sites(first: 1) { nodes {
      siteSpaces(first: 1) { nodes { space { changeRequests(first: 1) { nodes { id restId space { id } } } } } } } } } } }`);
    [changeRequest] = data.organizations.nodes[0].sites.nodes[0].siteSpaces.nodes[0].space.changeRequests.nodes;
  });

  afterAll(() => world.close());

  const subject = (name: string, value: string, selection: string) =>
    `${name}: updateChangeRequest(input: {id: "${changeRequest.id}", subject: "${value}"}) { userErrors { message } changeRequest { ${selection} } }`;

  it('is new in the same document, where it was read before, too', async () => {
    const around = `subject space { changeRequest(by: {id: "${changeRequest.restId}"}) { subject }
      changeRequests(first: 100) { nodes { id subject } } }`;
    const { data, calls, errors } = await world.execute(
      `mutation { ${subject('a', 'First', around)} ${subject('b', 'Second', around)} }`,
    );
    expect(errors).toBeUndefined();
    for (const [name, value] of [
      ['a', 'First'],
      ['b', 'Second'],
    ] as const) {
      const { changeRequest: changed, userErrors } = data[name];
      expect(userErrors).toEqual([]);
      expect(changed.subject).toBe(value);
      expect(changed.space.changeRequest).toEqual({ subject: value });
      expect(changed.space.changeRequests.nodes).toContainEqual({ id: changeRequest.id, subject: value });
    }
    // The record that the write answered is not fetched again, the list anew after each write.
    const { update, list } = changeRequests;
    expect(calls.map(({ operation }) => operation)).toEqual([update.id, list.id, update.id, list.id]);
  });

  it('is not the returned record, which costs no call', async () => {
    const { calls, data } = await world.execute(
      `mutation { ${subject('a', 'Third', 'subject number status createdBy { restId }')} }`,
    );
    expect(data.a.changeRequest.subject).toBe('Third');
    expect(operationsOf(calls)).toEqual([changeRequests.update.id]);
  });

  it('is new in every request that begins after the answer, under load', async () => {
    let told = 0;
    let isWriting = true;
    const reads = [
      `{ node(id: "${changeRequest.id}") { ... on ChangeRequest { subject } } }`,
      `{ node: space(id: "${changeRequest.space.id}") { changeRequest(by: {id: "${changeRequest.id}"}) { subject } } }`,
      `{ node: space(id: "${changeRequest.space.id}") { changeRequests(first: 100) { nodes { id subject } } } }`,
    ];
    let readings = 0;
    const reader = async (query: string) => {
      while (isWriting) {
        const known = told;
        const { data, errors } = await world.execute(query);
        expect(errors).toBeUndefined();
        const { node } = data;
        const listed = node.changeRequests?.nodes.find(({ id }: { id: string }) => id === changeRequest.id);
        const seen = Number((listed ?? node.changeRequest ?? node).subject.replace('v', ''));
        expect(seen).toBeGreaterThanOrEqual(known);
        readings += 1;
      }
    };
    const writer = async () => {
      for (let version = 1; version <= 60; version++) {
        const { errors } = await world.execute(`mutation { ${subject('a', `v${version}`, 'id')} }`);
        expect(errors).toBeUndefined();
        told = version;
      }
      isWriting = false;
    };
    await world.execute(`mutation { ${subject('a', 'v0', 'id')} }`);
    await Promise.all([writer(), ...reads.flatMap((query) => [reader(query), reader(query), reader(query)])]);
    expect(readings).toBeGreaterThan(60);
  });

  it('is new for every user', async () => {
    await world.execute(`mutation { ${subject('a', 'For all', 'id')} }`);
    for (const token of [sandboxTokens.admin, sandboxTokens.editor, sandboxTokens.reader]) {
      const { data } = await world.execute(`{ node(id: "${changeRequest.id}") { ... on ChangeRequest { subject } } }`, {
        token,
      });
      expect(data).toEqual({ node: { subject: 'For all' } });
    }
  });
});
