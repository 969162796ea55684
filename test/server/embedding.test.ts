import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { spaces } from '../../src/resources/spaces/contract.ts';
import { createGateway, type Gateway } from '../../src/server/gateway.ts';
import type { CallEvent, OperationEvent } from '../../src/server/hooks.ts';
import type { GatewayOptions } from '../../src/server/options.ts';
import { readSettings } from '../../src/server/settings.ts';
import { byPath, type FaultUpstream, json, startFaultUpstream } from '../support/fault-upstream.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface World {
  gateway: Gateway;
  upstream: FaultUpstream;
  log: string[];
}

/** A gateway with these options, in front of a service with one organization and one space. */
async function startWorld(options: GatewayOptions = {}, environment: Record<string, string> = {}): Promise<World> {
  const upstream = await startFaultUpstream();
  upstream.reply(
    byPath({
      '/v1/orgs/a': json({ object: 'organization', id: 'a', title: 'Acme' }),
      '/v1/spaces/s': json({ object: 'space', id: 's', title: 'Guides' }),
    }),
  );
  const log: string[] = [];
  const gateway = await createGateway({
    upstreamUrl: upstream.url,
    settings: readSettings({ PORT: '0', ...environment }),
    logger: pino({ level: 'trace' }, { write: (line: string) => void log.push(line) }),
    ...options,
  });
  closers.push(() => gateway.close(), upstream.close);
  return { gateway, upstream, log };
}

const query = '{ organization(id: "a") { title } }';
const acme = { data: { organization: { title: 'Acme' } } };

describe('the options of a gateway', () => {
  it('need no more than the address of the service', async () => {
    const upstream = await startFaultUpstream();
    upstream.reply(json({ object: 'organization', id: 'a', title: 'Acme' }));
    const gateway = await createGateway({ upstreamUrl: upstream.url });
    closers.push(() => gateway.close(), upstream.close);
    expect(await gateway.execute({ query })).toEqual(acme);
  });

  it('take the address from the settings', async () => {
    const upstream = await startFaultUpstream();
    const gateway = await createGateway({ settings: readSettings({ UPSTREAM_URL: upstream.url }) });
    closers.push(() => gateway.close(), upstream.close);
    await gateway.execute({ query });
    expect(upstream.arrived).toHaveLength(1);
    await expect(createGateway({})).rejects.toThrow('createGateway needs the option "upstreamUrl".');
  });

  it('that are unknown are named, and so are the known ones', async () => {
    const options: object = { upstreamUrl: 'http://127.0.0.1:1', upstream: 'x', port: 1 };
    await expect(createGateway(options)).rejects.toThrow(
      /^createGateway does not know the option "upstream", "port"\. It takes the options upstreamUrl, settings, logger, /,
    );
    const hooks: object = { onRequest: () => {} };
    await expect(createGateway({ upstreamUrl: 'http://127.0.0.1:1', hooks })).rejects.toThrow(
      'createGateway does not know the hook "onRequest". It takes the hooks onOperation, onCall.',
    );
  });
});

describe('execute', () => {
  it('gives each caller its own result', async () => {
    const { gateway, upstream } = await startWorld();
    await gateway.execute({ query });
    const [first, second] = await Promise.all([gateway.execute({ query }), gateway.execute({ query })]);
    expect(upstream.arrived).toHaveLength(2);
    Object.assign(first.data?.organization as object, { title: 'changed' });
    expect(second).toEqual(acme);
  });

  it('takes variables, an operation name, extensions, and headers in any case', async () => {
    const { gateway, upstream } = await startWorld({}, { FORWARD_HEADERS: 'x-tenant' });
    const result = await gateway.execute({
      query: 'query One { __typename } query Two($id: ID!) { organization(id: $id) { title } }',
      operationName: 'Two',
      variables: { id: 'a' },
      headers: { Authorization: 'Bearer t', 'X-Tenant': 'one' },
      extensions: { explain: true },
    });
    expect(result).toMatchObject({ ...acme, extensions: { explain: { totals: { calls: 1 } } } });
    expect(upstream.arrived[0]?.headers).toMatchObject({ authorization: 'Bearer t', 'x-tenant': 'one' });
  });

  it('gives errors in its result', async () => {
    const { gateway } = await startWorld();
    const { data, errors } = await gateway.execute({ query: '{ unknown }' });
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
  });

  it('rejects variables that are no JSON', async () => {
    const { gateway } = await startWorld();
    await expect(gateway.execute({ query, variables: { id: 1n } })).rejects.toThrow(TypeError);
  });

  it('is refused by a gateway that is closed', async () => {
    const { gateway, upstream } = await startWorld();
    closers.splice(0, 1);
    await gateway.close();
    expect(await gateway.execute({ query })).toMatchObject({ errors: [{ message: 'The gateway is shut down.' }] });
    expect(upstream.arrived).toHaveLength(0);
  });
});

it('a gateway that closes waits for operations in process', async () => {
  const { gateway, upstream } = await startWorld();
  closers.splice(0, 1);
  const result = gateway.execute({ query });
  await gateway.close();
  expect(await result).toEqual(acme);
  expect(upstream.arrived).toHaveLength(1);
});

describe('authenticate', () => {
  const sessions: Record<string, string> = { 'sid=1': 'ann', 'sid=2': 'ann', 'sid=3': 'bob' };
  const options: GatewayOptions = {
    authenticate: async ({ headers }) => {
      const user = sessions[String(headers.cookie)];
      if (user === undefined) throw new Error(`No session for ${headers.cookie}.`);
      return { authorization: `Bearer ${user}`, headers: { 'x-user': user }, identity: user };
    },
  };

  it('decides what is sent upstream', async () => {
    const { gateway, upstream } = await startWorld(options);
    for (let time = 0; time < 2; time++) {
      const headers = { cookie: 'sid=1', authorization: 'Bearer own' };
      expect(await gateway.execute({ query, headers })).toEqual(acme);
    }
    for (const { headers } of upstream.arrived) {
      expect(headers).toMatchObject({ authorization: 'Bearer ann', 'x-user': 'ann' });
      expect(headers).not.toHaveProperty('cookie');
    }
    expect(upstream.arrived).toHaveLength(2);
  });

  it.each(['the first', 'a later'])('decides which clients share in %s request', async (time) => {
    const { gateway, upstream } = await startWorld(options);
    if (time === 'a later') await gateway.execute({ query, headers: { cookie: 'sid=1' } });
    const before = upstream.arrived.length;
    const cookies = ['sid=1', 'sid=2', 'sid=3'];
    await Promise.all(cookies.map((cookie) => gateway.execute({ query, headers: { cookie } })));
    const tokens = upstream.arrived.slice(before).map(({ headers }) => headers.authorization);
    expect(tokens.sort()).toEqual(['Bearer ann', 'Bearer bob']);
  });

  it('may be synchronous, and sees what its server received', async () => {
    const sources: unknown[] = [];
    const { gateway } = await startWorld({
      authenticate: ({ method, headers, source }) => {
        sources.push(source);
        return { authorization: `${method} ${headers['x-key']}` };
      },
    });
    const init = { method: 'POST', headers: { 'content-type': 'application/json', 'x-key': 'k' } };
    const request = () => new Request('http://gateway/graphql', { ...init, body: JSON.stringify({ query }) });
    const [first, second] = [request(), request()];
    for (const one of [first, second]) expect(await (await gateway.fetch(one)).json()).toEqual(acme);
    expect(sources).toEqual([first, second]);
  });

  it('that rejects gives UNAUTHENTICATED with status 401, and no details, new and cached', async () => {
    const { gateway, upstream, log } = await startWorld(options);
    const body = JSON.stringify({ query });
    const send = (cookie: string) =>
      gateway.fetch(
        new Request('http://gateway/', {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie },
          body,
        }),
      );
    const first = await send('sid=sekret');
    await send('sid=1');
    const second = await send('sid=sekret');
    for (const response of [first, second]) {
      expect(response.status).toBe(401);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await response.json()).toEqual({
        errors: [{ message: 'The request could not be authenticated.', extensions: { code: 'UNAUTHENTICATED' } }],
      });
    }
    expect(upstream.arrived).toHaveLength(1);
    expect(log.join('')).not.toContain('sekret');
    expect(log.filter((line) => line.includes('"reason":"UNAUTHENTICATED"'))).toHaveLength(2);
  });

  it.each<Record<string, string>>([
    { host: 'other' },
    { 'content-length': '1' },
    { 'x-a': 'b\r\nx-c: d' },
    { 'x a': 'b' },
  ])('must not give the header %o', async (headers) => {
    const { gateway, upstream } = await startWorld({ authenticate: () => ({ headers }) });
    expect(await gateway.execute({ query })).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    expect(upstream.arrived).toHaveLength(0);
  });

  it('is not called for a client that is known', async () => {
    const authenticate = vi.fn(() => ({}));
    const { gateway, upstream } = await startWorld({ authenticate });
    await gateway.execute({ query, client: { authorization: 'Bearer known' } });
    expect(authenticate).not.toHaveBeenCalled();
    expect(upstream.arrived[0]?.headers.authorization).toBe('Bearer known');
  });
});

describe('hooks', () => {
  async function observed() {
    const operations: OperationEvent[] = [];
    const calls: CallEvent[] = [];
    const hooks = {
      onOperation: (event: OperationEvent) => void operations.push(event),
      onCall: (event: CallEvent) => void calls.push(event),
    };
    return { ...(await startWorld({ hooks })), operations, calls };
  }

  it('are called alike for a new operation and a cached one', async () => {
    const { gateway, operations, calls } = await observed();
    const text = 'query Space { space(id: "s") { title } }';
    for (let time = 0; time < 2; time++) await gateway.execute({ query: text });
    const operation = { name: 'Space', kind: 'query', ms: expect.any(Number), status: 200, errors: [], calls: 1 };
    expect(operations).toEqual([1, 2].map(() => ({ ...operation, shared: false })));
    const call = {
      operation: spaces.get.id,
      method: 'GET',
      path: spaces.get.path,
      status: 200,
      ms: expect.any(Number),
      shared: false,
      batched: false,
      errorCode: undefined,
    };
    expect(calls).toEqual([call, call]);
  });

  it('tell of errors, of mutations, and of calls that fail', async () => {
    const { gateway, operations, calls } = await observed();
    await gateway.execute({ query: '{ space(id: "none") { title } }' });
    await gateway.execute({ query: '{ unknown }' });
    await gateway.execute({ query: 'mutation { deleteSpace(input: { id: "none" }) { deletedId } }' });
    expect(operations.map(({ kind, errors, status }) => ({ kind, errors, status }))).toEqual([
      { kind: 'query', errors: ['NOT_FOUND'], status: 200 },
      { kind: null, errors: ['GRAPHQL_VALIDATION_FAILED'], status: 200 },
      { kind: 'mutation', errors: ['NOT_FOUND'], status: 200 },
    ]);
    expect(calls.map(({ operation, status, errorCode }) => ({ operation, status, errorCode }))).toEqual([
      { operation: 'spaces.get', status: 404, errorCode: 'NOT_FOUND' },
      { operation: 'spaces.delete', status: 404, errorCode: 'NOT_FOUND' },
    ]);
  });

  it('tell which operation shared the execution of another one', async () => {
    const { gateway, operations, calls } = await observed();
    await gateway.execute({ query });
    await Promise.all([gateway.execute({ query }), gateway.execute({ query })]);
    expect(operations.map(({ calls, shared }) => [calls, shared])).toEqual([
      [1, false],
      [1, false],
      [0, true],
    ]);
    expect(calls).toHaveLength(2);
  });

  it('that throw or reject harm no request', async () => {
    const hooks = {
      onOperation: () => Promise.reject(new Error('rejected')),
      onCall: () => {
        throw new Error('thrown');
      },
    };
    const { gateway, log } = await startWorld({ hooks });
    for (let time = 0; time < 2; time++) expect(await gateway.execute({ query })).toEqual(acme);
    expect(log.filter((line) => line.includes('hook failed'))).toHaveLength(4);
  });
});

describe('plugins', () => {
  it('get all hooks of Apollo for every request, those of fields included', async () => {
    const hooks: string[] = [];
    const plugin: ApolloServerPlugin = {
      async requestDidStart() {
        hooks.push('requestDidStart');
        return {
          didResolveSource: async () => void hooks.push('didResolveSource'),
          parsingDidStart: async () => void hooks.push('parsingDidStart'),
          validationDidStart: async () => void hooks.push('validationDidStart'),
          didResolveOperation: async () => void hooks.push('didResolveOperation'),
          executionDidStart: async () => {
            hooks.push('executionDidStart');
            return {
              willResolveField: ({ info }) => {
                hooks.push(`willResolveField ${info.parentType.name}.${info.fieldName}`);
              },
              executionDidEnd: async () => void hooks.push('executionDidEnd'),
            };
          },
          didEncounterErrors: async () => void hooks.push('didEncounterErrors'),
          willSendResponse: async () => void hooks.push('willSendResponse'),
        };
      },
    };
    const { gateway } = await startWorld({ plugins: [plugin] });
    expect(await gateway.execute({ query })).toEqual(acme);
    const executed = [
      'didResolveOperation',
      'executionDidStart',
      'willResolveField Query.organization',
      'willResolveField Organization.title',
      'executionDidEnd',
      'willSendResponse',
    ];
    expect(hooks).toEqual([
      'requestDidStart',
      'didResolveSource',
      'parsingDidStart',
      'validationDidStart',
      ...executed,
    ]);
    hooks.length = 0;
    expect(await gateway.execute({ query })).toEqual(acme);
    // Apollo keeps the parsed document.
    expect(hooks).toEqual(['requestDidStart', 'didResolveSource', ...executed]);
    hooks.length = 0;
    await gateway.execute({ query: '{ space(id: "none") { title } }' });
    expect(hooks).toContain('didEncounterErrors');
  });

  it('may change a response', async () => {
    const plugin: ApolloServerPlugin = {
      async requestDidStart() {
        return {
          async willSendResponse({ response }) {
            response.http.headers.set('cache-control', 'max-age=1');
            if (response.body.kind === 'single') response.body.singleResult.extensions = { own: true };
          },
        };
      },
    };
    const { gateway } = await startWorld({ plugins: [plugin] });
    for (let time = 0; time < 2; time++) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query }) };
      const response = await gateway.fetch(new Request('http://gateway/', init));
      expect(response.headers.get('cache-control')).toBe('max-age=1');
      expect(await response.json()).toEqual({ ...acme, extensions: { own: true } });
    }
  });
});

describe('a schema extension', () => {
  const typeDefs = `
    extend type Query { viewer: Viewer mood: Mood pet: Pet }
    extend type Organization { rating(scale: Int = 5): Int }
    type Viewer { name: String! }
    enum Mood { GOOD BAD }
    union Pet = Viewer
    extend type Mutation { rate(stars: Int!): Int }
  `;
  const options: GatewayOptions = {
    typeDefs,
    resolvers: {
      Query: {
        viewer: async () => ({ name: 'Ann' }),
        mood: () => 1,
        pet: () => ({ __typename: 'Viewer', name: 'Rex' }),
      },
      Mood: { GOOD: 1, BAD: 2 },
      Mutation: { rate: (_parent: unknown, { stars }: { stars: number }) => stars },
      Organization: {
        rating: ({ key }: { key: { organizationId: string } }, { scale }: { scale: number }) =>
          key.organizationId === 'a' ? scale : 0,
      },
    },
  };

  it.each(['compiled', 'graphql-js'])('answers with own types and fields, executed by %s', async (EXECUTOR) => {
    const { gateway, upstream } = await startWorld(options, { EXECUTOR });
    const text = `{ viewer { name } mood pet { ... on Viewer { name } } organization(id: "a") { title rating rated: rating(scale: 9) } }`;
    for (let time = 0; time < 2; time++) {
      expect(await gateway.execute({ query: text })).toEqual({
        data: {
          viewer: { name: 'Ann' },
          mood: 'GOOD',
          pet: { name: 'Rex' },
          organization: { title: 'Acme', rating: 5, rated: 9 },
        },
      });
    }
    expect(await gateway.execute({ query: 'mutation { rate(stars: 3) }' })).toEqual({ data: { rate: 3 } });
    expect(upstream.arrived).toHaveLength(2);
  });

  it('is planned as no calls', async () => {
    const { gateway } = await startWorld(options);
    const text = '{ viewer { name } organization(id: "a") { title rating } }';
    const { extensions } = await gateway.execute({ query: text, extensions: { explain: 'plan' } });
    expect(extensions).toMatchObject({ explain: { plan: { calls: 1, levels: 1 } } });
  });

  it('is part of the schema', async () => {
    const { gateway } = await startWorld(options);
    expect(gateway.schema.getType('Viewer')).toBeDefined();
    const text = '{ __type(name: "Viewer") { fields { name } } }';
    expect(await gateway.execute({ query: text })).toEqual({ data: { __type: { fields: [{ name: 'name' }] } } });
  });

  it.each([
    [
      'with its own code',
      () => new GraphQLError('Not today.', { extensions: { code: 'CLOSED' } }),
      'Not today.',
      'CLOSED',
    ],
    ['without a code', () => new GraphQLError('sekret'), expect.stringMatching(/^Internal/), 'INTERNAL_SERVER_ERROR'],
    ['of any kind', () => new TypeError('sekret'), expect.stringMatching(/^Internal/), 'INTERNAL_SERVER_ERROR'],
  ])('that fails %s gives that error', async (_, error, message, code) => {
    const fail = () => {
      throw error();
    };
    const resolvers = { Query: { now: fail, later: async () => fail() } };
    const { gateway } = await startWorld({ typeDefs: 'extend type Query { now: Int later: Int }', resolvers });
    const { data, errors } = await gateway.execute({ query: '{ now later }' });
    expect(data).toEqual({ now: null, later: null });
    expect(errors).toMatchObject([
      { message, path: ['now'], extensions: { code } },
      { message, path: ['later'], extensions: { code } },
    ]);
  });

  it.each<[string, Pick<GatewayOptions, 'typeDefs' | 'resolvers'>, RegExp]>([
    ['invalid SDL', { typeDefs: 'type {' }, /Syntax Error/],
    ['an unknown type', { typeDefs: 'extend type Query { x: Unknown }' }, /Unknown type/],
    ['a field that exists', { typeDefs: 'extend type Query { space: Int }' }, /already exists/],
    [
      'a resolver of no field',
      { resolvers: { Query: { unknown: () => 1 } } },
      /defined in resolvers, but not in schema/,
    ],
    [
      'a resolver of a field of the gateway',
      { resolvers: { Query: { space: () => 1 } } },
      /Query\.space belongs to the gateway/,
    ],
  ])('with %s is an error', async (_, extension, message) => {
    await expect(createGateway({ upstreamUrl: 'http://127.0.0.1:1', ...extension })).rejects.toThrow(message);
  });
});

describe('a base path', () => {
  it('is where everything is served', async () => {
    const { gateway } = await startWorld({}, { BASE_PATH: '/docs-graph/' });
    const url = await gateway.listen();
    expect(url).toMatch(/:\d+\/docs-graph$/);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query }) };
    expect(await (await fetch(`${url}/graphql`, init)).json()).toEqual(acme);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const page = await fetch(url);
    expect(page.url).toBe(`${url}/`);
    expect(await page.text()).toContain('"endpoint":"/docs-graph/graphql"');
    const { origin } = new URL(url);
    for (const path of ['/graphql', '/healthz', '/', '/docs-graphs/graphql', '/docs-graph/graphqls']) {
      expect((await fetch(origin + path, init)).status, path).toBe(404);
    }
  });
});
