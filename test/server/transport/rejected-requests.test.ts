import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type TestWorld } from '../../support/gateways/gateway.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await startWorld({}, { MAX_BODY_BYTES: '2048' });
});

afterAll(() => world.close());

const jsonType = { 'content-type': 'application/json' };

/** Sends a request; gives its status and the log lines that it left. */
async function send(path: string, init: RequestInit) {
  const from = world.log.length;
  const { status } = await fetch(world.url + path, init);
  return { status, log: world.log.slice(from).map((line) => JSON.parse(line)) };
}

describe('a rejected request leaves one log line', () => {
  it.each<[string, number, string, RequestInit, string?]>([
    ['for malformed JSON', 400, 'MALFORMED_JSON', { method: 'POST', headers: jsonType, body: '{"sekret' }],
    ['for a batch', 400, 'BATCH', { method: 'POST', headers: jsonType, body: '[{"query":"{ sekret }"}]' }],
    ['for a wrong part', 400, 'BAD_REQUEST', { method: 'POST', headers: jsonType, body: '{"query":{"sekret":1}}' }],
    ['for a method', 405, 'METHOD_NOT_ALLOWED', { method: 'PUT', body: 'sekret' }],
    [
      'for a media type',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      { method: 'POST', headers: { 'content-type': 'text/sekret' }, body: 'x' },
    ],
    ['for a large body', 413, 'BODY_TOO_LARGE', { method: 'POST', headers: jsonType, body: 'sekret'.repeat(400) }],
    [
      'for a cross-site GET',
      400,
      'BAD_REQUEST',
      { headers: { origin: 'https://sekret.example' } },
      '/graphql?query={sekret}',
    ],
    ['for an unknown address', 404, 'NOT_FOUND', {}, '/sekret?token=sekret'],
    ['for a malformed address', 400, 'BAD_ADDRESS', {}, '/%sekret'],
  ])('%s', async (_, status, reason, init, path = '/graphql') => {
    const rejected = await send(path, init);
    expect(rejected.status).toBe(status);
    expect(rejected.log).toEqual([expect.objectContaining({ msg: 'request rejected', level: 30, status, reason })]);
    expect(rejected.log[0].method).toBe(init.method ?? 'GET');
    expect(JSON.stringify(rejected.log)).not.toMatch(/sekret|stack/);
  });
});

describe('a subscription', () => {
  const accept = 'application/graphql-response+json';
  const subscribe = (headers: Record<string, string>) =>
    send('/graphql', {
      method: 'POST',
      headers: { ...jsonType, ...headers },
      body: JSON.stringify({ query: 'subscription Watch { sekret }' }),
    });

  it('is rejected with status 422, and without a stack in the log', async () => {
    const { status, log } = await subscribe({ accept });
    expect(status).toBe(422);
    const line = { msg: 'operation', operation: 'Watch', kind: 'subscription', status, errors: ['BAD_USER_INPUT'] };
    expect(log).toEqual([expect.objectContaining(line)]);
    expect(JSON.stringify(log)).not.toMatch(/sekret|stack/);
  });

  it('is rejected with status 200 for clients that expect that', async () => {
    const { status, log } = await subscribe({});
    expect(status).toBe(200);
    expect(log).toHaveLength(1);
  });

  it('harms no other operation of its document', async () => {
    const query = 'subscription Watch { x } query Read { __typename }';
    const init = { method: 'POST', headers: jsonType, body: JSON.stringify({ query, operationName: 'Read' }) };
    for (let time = 0; time < 2; time++) {
      expect(await (await fetch(`${world.url}/graphql`, init)).json()).toEqual({ data: { __typename: 'Query' } });
    }
  });
});

describe('introspection', () => {
  it('shows the description and the specification of each scalar', async () => {
    const query = '{ __schema { types { kind name description specifiedByURL } } }';
    const { data } = await world.execute(query);
    const standard = new Set(['ID', 'String', 'Boolean', 'Float', 'Int']);
    const scalars = data.__schema.types.filter(
      ({ kind, name }: { kind: string; name: string }) => kind === 'SCALAR' && !standard.has(name),
    );
    expect(scalars.map(({ name }: { name: string }) => name).sort()).toEqual(['DateTime', 'JSONObject', 'URL']);
    for (const { description, specifiedByURL } of scalars) {
      expect(description).toMatch(/\w+/);
      expect(specifiedByURL).toMatch(/^https:/);
    }
  });
});
