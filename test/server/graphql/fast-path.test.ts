import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { ApolloServer } from '@apollo/server';
import { serverAudits } from 'graphql-http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSchema } from '../../../src/resources/schema.ts';
import { createSandbox, sandboxTokens } from '../../../src/sandbox/index.ts';
import { createRandom } from '../../../src/sandbox/random.ts';
import { globalIdOf } from '../../support/expectations.ts';
import { json, startFaultUpstream } from '../../support/fault-upstream.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { HeldUpstream } from '../../support/held-upstream.ts';
import { guessFrom, knownIdsOf } from '../../support/known-records.ts';
import { startProxy } from '../../support/proxy.ts';
import { randomQuery } from '../../support/random-operations.ts';
import { exchange, type RawRequest } from '../../support/raw-exchange.ts';
import { WatchedClients } from '../../support/watched-clients.ts';

// An operation that Apollo has taken before is answered without it: alike to the last byte. Nobody can tell from
// outside, so that these tests count how often Apollo is asked.
const throughApollo = vi.spyOn(ApolloServer.prototype, 'executeHTTPGraphQLRequest');

let world: TestGateway;
let close: () => Promise<void>;
let count = 0;

beforeAll(async () => {
  const sandbox = await createSandbox();
  // It takes out what the sandbox says of itself in headers, which is never the same twice.
  const proxy = await startProxy(await sandbox.listen());
  world = await startGateway(proxy.url, { EXECUTOR: 'compiled' });
  close = async () => {
    for (const service of [world, proxy, sandbox]) await service.close();
  };
});

afterAll(() => close());

beforeEach(() => {
  throughApollo.mockClear();
});

const admin = { authorization: `Bearer ${sandboxTokens.admin}` };
const post = (posted: object): RawRequest => ({ headers: admin, body: JSON.stringify(posted) });

/** A text that was never asked before. */
const fresh = (query: string) => `${query} # ${count++}`;

/** The log's lines since there were `from`, without what differs with time. */
const logged = ({ log }: TestGateway, from: number) =>
  log.slice(from).map((line) => ({ ...JSON.parse(line), ms: 0, time: 0 }));

/** Sends a request twice. Both answers and log lines must be alike, and Apollo be asked as often as said. */
async function expectAlike(request: RawRequest, asked: 1 | 2) {
  const start = world.log.length;
  const first = await exchange(world.url, request);
  const middle = world.log.length;
  const second = await exchange(world.url, request);
  expect(second).toEqual(first);
  expect(logged(world, middle)).toEqual(logged(world, start).slice(0, middle - start));
  expect(throughApollo).toHaveBeenCalledTimes(asked);
  return first;
}

const titles = '{ organizations { nodes { title } } }';

describe('the second request for an operation', () => {
  it.each<[string, object]>([
    ['with data', { query: titles }],
    ['without a call', { query: '{ __typename }' }],
    ['of the schema', { query: '{ __type(name: "Site") { name description fields { name } } }' }],
    ['with letters of all kinds', { query: '{ organizations { nodes { title } } } # Grüße 😀' }],
    ['with an error in its data', { query: '{ a: __typename space(id: "no-such-space") { title } }' }],
    ['with a null at its root', { query: '{ space(id: "no-such-space") { title } }' }],
    ['that breaks a rule of the gateway', { query: '{ organizations(first: 1001) { nodes { title } } }' }],
    ['with a name', { query: `query Titles ${titles}`, operationName: 'Titles' }],
    ['of several', { query: `query Titles ${titles} query Other { __typename }`, operationName: 'Other' }],
    ['with nulls for what is left out', { query: titles, operationName: null, variables: null, extensions: null }],
    ['with empty objects', { query: titles, variables: {}, extensions: {} }],
    ['with what GraphQL does not know', { query: titles, more: [1], variables: { more: 1 } }],
    [
      'with variables',
      {
        query:
          'query ($first: Int!, $with: Boolean!) { organizations(first: $first) { totalCount @include(if: $with) } }',
        variables: { first: 1, with: true },
      },
    ],
    [
      'with user errors',
      {
        query: 'mutation ($input: UpdateSpaceInput!) { updateSpace(input: $input) { userErrors { field code } } }',
        variables: { input: { id: globalIdOf('Space', 'x'), title: null } },
      },
    ],
    [
      'that fails to write',
      { query: `mutation { deleteTeam(input: { id: "${globalIdOf('Team', 'a', 'b')}" }) { deletedId } }` },
    ],
  ])('%s is answered without Apollo, but alike', async (_, posted) => {
    const query = fresh((posted as { query: string }).query);
    await expectAlike(post({ ...posted, query }), 1);
  });

  it.each([
    ['nothing', {}, 'application/json; charset=utf-8'],
    ['anything', { accept: '*/*' }, 'application/json; charset=utf-8'],
    ['an empty header', { accept: '' }, 'application/json; charset=utf-8'],
    [
      'the new type',
      { accept: 'application/graphql-response+json' },
      'application/graphql-response+json; charset=utf-8',
    ],
    [
      'both',
      { accept: 'application/json;q=0.5, application/graphql-response+json' },
      'application/graphql-response+json; charset=utf-8',
    ],
  ])('that accepts %s has the type that Apollo gave', async (_, accept, type) => {
    const query = fresh(titles);
    await exchange(world.url, post({ query }));
    const request = { ...post({ query }), headers: { ...admin, ...accept } };
    const { headers } = await exchange(world.url, request);
    throughApollo.mockClear();
    expect(await exchange(world.url, request)).toMatchObject({ status: 200, headers });
    expect(headers).toContain(`content-type: ${type}`);
    expect(throughApollo).not.toHaveBeenCalled();
  });

  it('takes any way to say that it is JSON', async () => {
    const query = fresh(titles);
    await exchange(world.url, post({ query }));
    throughApollo.mockClear();
    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset=UTF-8', 'application/json;x=y']) {
      const headers = { ...admin, 'content-type': type };
      const body = JSON.stringify({ query });
      expect(await exchange(world.url, { headers, body })).toEqual(await exchange(world.url, { headers, body }));
      expect(throughApollo).not.toHaveBeenCalled();
    }
  });

  it('has the values that it brings, and the token that it brings', async () => {
    const query = fresh('query ($id: ID!) { space(id: $id) { title } organizations { nodes { title } } }');
    const ask = (id: string, token: string) =>
      exchange(world.url, {
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ query, variables: { id } }),
      });
    await ask('one', sandboxTokens.admin);
    const answers = await Promise.all(['two', 'three'].map((id) => ask(id, sandboxTokens.admin)));
    expect(answers.map(({ body }) => /no space \\"(\w+)\\"/.exec(body)?.[1])).toEqual(['two', 'three']);
    const outsider = JSON.parse((await ask('two', sandboxTokens.outsider)).body);
    expect(outsider.data.organizations.nodes).not.toEqual(JSON.parse(answers[0]?.body ?? '').data.organizations.nodes);
    expect((await ask('two', 'unknown')).body).toContain('UNAUTHENTICATED');
    expect(throughApollo).toHaveBeenCalledTimes(1);
  });
});

describe('a request that is anything else', () => {
  const known = fresh('query Known($first: Int) { organizations(first: $first) { nodes { title } } }');
  const ask = { query: known, variables: { first: 1 } };

  beforeEach(async () => {
    await exchange(world.url, post(ask));
    throughApollo.mockClear();
  });

  it.each<[string, object]>([
    ['for a name that the document has not', { operationName: 'Unknown' }],
    ['for an empty name', { operationName: '' }],
    ['with a value that does not fit', { variables: { first: 'many' } }],
    ['with variables that are a list', { variables: [] }],
    ['with variables that are a text', { variables: '{}' }],
    ['with a name that is no text', { operationName: 5 }],
    ['with extensions that are no object', { extensions: 5 }],
    ['with an extension', { extensions: { other: 1 } }],
    ['with a query that is no text', { query: 5 }],
    ['with an empty query', { query: '' }],
  ])('%s is left to Apollo', async (_, special) => {
    await expectAlike(post({ ...ask, ...special }), 2);
  });

  it('to be explained is left to Apollo', async () => {
    const { body } = await exchange(world.url, post({ ...ask, extensions: { explain: true } }));
    expect(JSON.parse(body).extensions.explain.calls).toHaveLength(1);
    expect(throughApollo).toHaveBeenCalledTimes(1);
  });

  it.each<[string, Partial<RawRequest>]>([
    ['at an address with a query', { path: '/graphql?x=1' }],
    ['of a length that is not known before', { headers: { 'transfer-encoding': 'chunked' } }],
    ['that accepts nothing that there is', { headers: { accept: 'text/html' } }],
    ['for a host that is none', { headers: { host: 'a b' } }],
  ])('%s is left to Apollo, or to who is before it', async (_, special) => {
    const request = { ...post(ask), ...special };
    const first = await exchange(world.url, request);
    const asked = throughApollo.mock.calls.length;
    expect(await exchange(world.url, request)).toEqual(first);
    expect(throughApollo).toHaveBeenCalledTimes(2 * asked);
  });

  it.each([
    ['is cut', JSON.stringify(ask).slice(0, -3)],
    ['is no object', '[]'],
    ['is null', 'null'],
    ['would change a prototype', JSON.stringify(ask).replace('"first"', '"__proto__":{"x":1},"first"')],
    ['would, in other letters', JSON.stringify(ask).replace('"first"', '"\\u005f_proto__":{"x":1},"first"')],
    ['would, by a constructor', JSON.stringify(ask).replace('"first"', '"constructor":{"prototype":{}},"first"')],
  ])('whose body %s is refused', async (_, body) => {
    const refused = await exchange(world.url, { body });
    expect(refused.status).toBe(400);
    expect(await exchange(world.url, { body })).toEqual(refused);
    expect('x' in {}).toBe(false);
  });

  it('may have letters in another notation', async () => {
    const body = JSON.stringify(ask).replace('Known', '\\u004bnown');
    expect((await exchange(world.url, { headers: admin, body })).status).toBe(200);
  });

  it('as large as allowed is taken, and one byte more is refused', async () => {
    const small = await startGateway('http://127.0.0.1:1', { EXECUTOR: 'compiled', MAX_BODY_BYTES: '2048' });
    const padded = (length: number) =>
      JSON.stringify({ query: '{ __typename }', pad: '' }).replace(':""', `:"${'x'.repeat(length - 35)}"`);
    expect(padded(2048)).toHaveLength(2048);
    const ask = (length: number) => exchange(small.url, { body: padded(length) });
    expect([await ask(2048), await ask(2048)].map(({ status }) => status)).toEqual([200, 200]);
    expect(throughApollo).toHaveBeenCalledTimes(1);
    expect((await ask(2049)).status).toBe(413);
    await small.close();
  });
});

describe('a body', () => {
  it.each([
    ['known', '{ __typename }'],
    ['new', '{ __typename } # new'],
  ])('that comes in pieces is read when it is %s', async (_, query) => {
    await exchange(world.url, post({ query: '{ __typename }' }));
    const body = JSON.stringify({ query });
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
    const answer = text(socket);
    const { host } = new URL(world.url);
    const head = `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\nconnection: close`;
    socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n`);
    for (const letter of body) {
      await new Promise((resolve) => setImmediate(resolve));
      socket.write(letter);
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\{"data":\{"__typename":"Query"\}\}\n$/);
  });

  it('that ends too soon harms nobody', async () => {
    await exchange(world.url, post({ query: '{ __typename }' }));
    const { host, port } = new URL(world.url);
    const socket = connect(Number(port), '127.0.0.1');
    const answer = text(socket);
    const head = `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json`;
    socket.end(`${head}\r\ncontent-length: 100\r\n\r\n{"query":"{ __typename }"}`);
    expect(await answer).not.toContain('200 OK');
    expect(await exchange(world.url, post({ query: '{ __typename }' }))).toMatchObject({ status: 200 });
  });

  it('that another one follows on the connection does not hold it up', async () => {
    await exchange(world.url, post({ query: '{ __typename }' }));
    const { host, port } = new URL(world.url);
    const socket = connect(Number(port), '127.0.0.1');
    const answer = text(socket);
    const request = (query: string, connection: string) => {
      const body = JSON.stringify({ query });
      const head = `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json`;
      return `${head}\r\nconnection: ${connection}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    };
    const queries = ['{ __typename }', '{ a: __typename } # new', '{ __typename }'];
    socket.write(queries.map((query, i) => request(query, i === 2 ? 'close' : 'keep-alive')).join(''));
    expect((await answer).match(/\{"data".*/g)).toEqual([
      '{"data":{"__typename":"Query"}}',
      '{"data":{"a":"Query"}}',
      '{"data":{"__typename":"Query"}}',
    ]);
  });
});

describe('in a gateway', () => {
  const closers: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  const read = '{ organization(id: "a") { title } }';

  /** A gateway that knows the query above, before a service that answers when it is told to. */
  async function startHeld(environment: Record<string, string> = {}) {
    const upstream = new HeldUpstream();
    const gateway = await startGateway(await upstream.open(), { EXECUTOR: 'compiled', ...environment });
    closers.push(gateway.close, () => upstream.close());
    const first = exchange(gateway.url, { body: JSON.stringify({ query: read }) });
    (await upstream.call(0)).answer({ id: 'a', title: 'first' });
    await first;
    throughApollo.mockClear();
    return { upstream, gateway };
  }

  it('that closes, requests under way end, and their connections with them', async () => {
    const { upstream, gateway } = await startHeld();
    const answer = exchange(gateway.url, { body: JSON.stringify({ query: read }) });
    const call = await upstream.call(1);
    const closed = gateway.close();
    closers.shift();
    call.answer({ id: 'a', title: 'second' });
    expect(await answer).toMatchObject({
      status: 200,
      headers: expect.arrayContaining(['connection: close']),
      body: '{"data":{"organization":{"title":"second"}}}\n',
    });
    await closed;
    expect(throughApollo).not.toHaveBeenCalled();
  });

  it.each(['true', 'false'])('with SHARE_OPERATIONS=%s, calls end when their client goes away', async (sharing) => {
    const { upstream, gateway } = await startHeld({ SHARE_OPERATIONS: sharing });
    const clients = new WatchedClients(gateway.url);
    closers.unshift(() => clients.close());
    const query = fresh(read);
    for (const number of [1, 2]) {
      const sent = await clients.send({ query });
      const call = await upstream.call(number);
      await sent.leave();
      await call.gone;
    }
  });

  it('identical requests share one execution, be they the first or a later one', async () => {
    const { upstream, gateway } = await startHeld({ SHARE_CALLS: 'false' });
    const clients = new WatchedClients(gateway.url);
    closers.unshift(() => clients.close());
    const query = fresh(read);
    const first = await clients.send({ query });
    const second = await clients.send({ query });
    expect(upstream.calls).toHaveLength(2);
    upstream.calls[1]?.answer({ id: 'a', title: 'shared' });
    const shared = { data: { organization: { title: 'shared' } } };
    expect(await Promise.all([first.answer, second.answer])).toMatchObject([shared, shared]);
  });

  it('the headers to pass on and the token for those without one are sent as ever', async () => {
    const upstream = await startFaultUpstream();
    upstream.reply(json({ id: 'a', title: 'x' }));
    const environment = { EXECUTOR: 'compiled', FORWARD_HEADERS: 'x-tenant', UPSTREAM_TOKEN: 'fallback' };
    const gateway = await startGateway(upstream.url, environment);
    closers.push(gateway.close, upstream.close);
    const body = JSON.stringify({ query: read });
    const heads: Record<string, string>[] = [{ 'x-tenant': 'one', 'x-other': 'no' }, { authorization: 'Bearer own' }];
    for (const headers of heads) {
      await exchange(gateway.url, { headers, body });
      await exchange(gateway.url, { headers, body });
    }
    const [first, second, third, fourth] = upstream.arrived.map(({ headers }) => headers);
    expect(first).toMatchObject({ authorization: 'Bearer fallback', 'x-tenant': 'one' });
    expect(first).not.toHaveProperty('x-other');
    expect(third).toMatchObject({ authorization: 'Bearer own' });
    expect([second, fourth]).toEqual([first, third]);
    expect(throughApollo).toHaveBeenCalledTimes(1);
  });

  it('with the other executor, Apollo takes all', async () => {
    const gateway = await startGateway('http://127.0.0.1:1', { EXECUTOR: 'graphql-js' });
    closers.push(gateway.close);
    const request = post({ query: '{ __typename }' });
    expect(await exchange(gateway.url, request)).toEqual(await exchange(gateway.url, request));
    expect(throughApollo).toHaveBeenCalledTimes(2);
  });
});

describe('GraphQL over HTTP', () => {
  const audits = serverAudits({ url: () => `${world.url}/graphql` });

  // What the first run asked is known in the second one.
  it.each([1, 2])('has nothing to say against it, in run %i', async () => {
    for (const { id, name, fn } of audits) expect(await fn(), `${id}: ${name}`).toMatchObject({ status: 'ok' });
  });
});

describe('random queries', () => {
  it('are answered alike the second time', { timeout: 60_000 }, async () => {
    const schema = createSchema();
    const known = await knownIdsOf(world);
    throughApollo.mockClear();
    const seeds = 150;
    for (let seed = 1; seed <= seeds; seed++) {
      const random = createRandom(seed);
      const favourites = Array.from({ length: 3 }, () => random.pick([...known.keys()]));
      const { windows: _, ...operation } = randomQuery({
        schema,
        random,
        guess: guessFrom(known, favourites),
        favourites,
      });
      const request = post({ ...operation, query: fresh(operation.query) });
      const first = await exchange(world.url, request);
      expect(sorted(await exchange(world.url, request)), `seed ${seed}\n${operation.query}`).toEqual(sorted(first));
    }
    expect(throughApollo).toHaveBeenCalledTimes(seeds);
  });
});

/** The answer with its errors in an order that does not depend on timing. */
function sorted(answer: Awaited<ReturnType<typeof exchange>>) {
  const { errors = [], ...rest } = JSON.parse(Buffer.from(answer.body, 'latin1').toString());
  return { ...answer, body: { ...rest, errors: errors.map((error: unknown) => JSON.stringify(error)).sort() } };
}
