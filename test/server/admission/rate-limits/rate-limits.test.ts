import { describe, expect, it } from 'vitest';
import type { Gateway } from '../../../../src/server/gateway.ts';
import { acme, embeddedGateways, query } from '../../../support/gateways/embedded-gateway.ts';
import { embeddings } from '../../../support/gateways/embedding-servers.ts';

const startWorld = embeddedGateways();

const jsonType = { 'content-type': 'application/json' };

interface Sent {
  token?: string | null;
  headers?: Record<string, string>;
  document?: string;
}

/** Posts a query over HTTP to the server of a gateway. */
async function clientOf(gateway: Gateway) {
  const url = `${await gateway.listen()}/graphql`;
  return async ({ token = 'one', headers = {}, document = query }: Sent = {}) => {
    const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const body = JSON.stringify({ query: document });
    const response = await fetch(url, { method: 'POST', headers: { ...jsonType, ...authorization, ...headers }, body });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
}

const quotaIn = (headers: Headers) => [headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')];

describe('the limit of requests', () => {
  it('is off by default', async () => {
    const { gateway } = await startWorld();
    const send = await clientOf(gateway);
    const { headers } = await send();
    expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });

  it('rejects what is above it with the time to wait, and makes no REST call', async () => {
    const { gateway, upstream, log } = await startWorld({}, { RATE_LIMIT_REQUESTS: '2' });
    const send = await clientOf(gateway);
    const first = await send();
    expect([first.status, ...quotaIn(first.headers)]).toEqual([200, '2', '1']);
    expect(quotaIn((await send()).headers)).toEqual(['2', '0']);
    const { status, headers, body } = await send();
    const seconds = Number(headers.get('retry-after'));
    expect(status).toBe(429);
    expect(seconds).toBeGreaterThan(50);
    expect(headers.get('ratelimit-reset')).toBe(String(seconds));
    expect(quotaIn(headers)).toEqual(['2', '0']);
    expect(body).toEqual({
      errors: [
        {
          message: `Too many requests. Try again in ${seconds} seconds.`,
          extensions: { code: 'RATE_LIMITED', retryAfter: seconds },
        },
      ],
    });
    expect(upstream.arrived).toHaveLength(2);
    expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({ msg: 'request rejected', reason: 'RATE_LIMIT_REQUESTS' });
    expect(log.join()).not.toContain('Bearer');
  });

  it('ends with its window', async () => {
    const { gateway } = await startWorld({}, { RATE_LIMIT_REQUESTS: '1', RATE_LIMIT_WINDOW: '2000' });
    const send = await clientOf(gateway);
    await send();
    expect((await send()).status).toBe(429);
    await expect.poll(async () => (await send()).status, { timeout: 5000, interval: 100 }).toBe(200);
  });

  it('counts each client for itself', async () => {
    const { gateway } = await startWorld({}, { RATE_LIMIT_REQUESTS: '1' });
    const send = await clientOf(gateway);
    const statusOf = async (sent: Sent) => (await send(sent)).status;
    expect([await statusOf({ token: 'one' }), await statusOf({ token: 'two' })]).toEqual([200, 200]);
    expect([await statusOf({ token: 'one' }), await statusOf({ token: 'two' })]).toEqual([429, 429]);
  });

  it('cannot be evaded with other headers, or another spelling of the token', async () => {
    const settings = { RATE_LIMIT_REQUESTS: '1', FORWARD_HEADERS: 'accept-language,x-tenant' };
    const { gateway } = await startWorld({}, settings);
    const send = await clientOf(gateway);
    await send();
    expect((await send({ headers: { 'accept-language': 'fr' } })).status).toBe(429);
    expect((await send({ headers: { 'x-tenant': 'b' } })).status).toBe(429);
    expect((await send({ headers: { authorization: 'bearer   one' } })).status).toBe(429);
  });

  it('counts clients without a token by their credentials in other headers, or by their address', async () => {
    const settings = { RATE_LIMIT_REQUESTS: '1', FORWARD_HEADERS: 'x-api-key', TRUSTED_PROXIES: '1' };
    const { gateway } = await startWorld({}, settings);
    const send = await clientOf(gateway);
    const statusOf = async (headers: Record<string, string>) => (await send({ token: null, headers })).status;
    expect(await statusOf({ 'x-api-key': 'one' })).toBe(200);
    expect(await statusOf({ 'x-api-key': 'two' })).toBe(200);
    expect(await statusOf({ 'x-api-key': 'one' })).toBe(429);
    expect(await statusOf({ 'x-forwarded-for': '203.0.113.1' })).toBe(200);
    expect(await statusOf({ 'x-forwarded-for': '203.0.113.2' })).toBe(200);
    expect(await statusOf({ 'x-forwarded-for': '203.0.113.1' })).toBe(429);
  });

  it.each<Record<string, string>>([{ UPSTREAM_TOKEN: 'shared' }, { UPSTREAM_HEADERS: 'x-api-key=shared' }])(
    'counts clients without a token by their address, also with %o',
    async (credential) => {
      const { gateway } = await startWorld({}, { RATE_LIMIT_REQUESTS: '1', TRUSTED_PROXIES: '1', ...credential });
      const send = await clientOf(gateway);
      const statusOf = async (address: string) =>
        (await send({ token: null, headers: { 'x-forwarded-for': address } })).status;
      expect(await statusOf('203.0.113.1')).toBe(200);
      expect(await statusOf('203.0.113.2')).toBe(200);
      expect(await statusOf('203.0.113.1')).toBe(429);
    },
  );

  it('counts the identity that `authenticate` returns', async () => {
    const authenticate = ({ headers }: { headers: Readonly<Record<string, unknown>> }) => ({
      authorization: String(headers.authorization),
      identity: String(headers['x-user']),
    });
    const { gateway } = await startWorld({ authenticate }, { RATE_LIMIT_REQUESTS: '1' });
    const send = await clientOf(gateway);
    expect((await send({ token: 'one', headers: { 'x-user': 'ann' } })).status).toBe(200);
    expect((await send({ token: 'two', headers: { 'x-user': 'ann' } })).status).toBe(429);
    expect((await send({ token: 'two', headers: { 'x-user': 'bob' } })).status).toBe(200);
  });

  it('does not count a request that could be forged by another site', async () => {
    const { gateway } = await startWorld({}, { RATE_LIMIT_REQUESTS: '1' });
    const send = await clientOf(gateway);
    expect((await send({ headers: { 'content-type': 'text/plain' } })).status).toBe(400);
    expect((await send()).status).toBe(200);
  });

  it('applies to documents that are not cached, and with plugins', async () => {
    const { gateway, log } = await startWorld({ plugins: [{}] }, { RATE_LIMIT_REQUESTS: '1' });
    const send = await clientOf(gateway);
    expect(quotaIn((await send({ document: '{ __typename }' })).headers)).toEqual(['1', '0']);
    const from = log.length;
    const { status, body } = await send({ document: '{ unknown }' });
    expect([status, body.errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
    expect(log.slice(from).map((line) => JSON.parse(line).reason)).toEqual(['RATE_LIMIT_REQUESTS']);
  });

  it('applies to operations in process', async () => {
    const { gateway } = await startWorld({}, { RATE_LIMIT_REQUESTS: '1' });
    expect(await gateway.execute({ query })).toEqual(acme);
    expect((await gateway.execute({ query })).errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('the limit of an address', () => {
  it('rejects requests before they are parsed and authenticated', async () => {
    let authenticated = 0;
    const authenticate = () => {
      authenticated++;
      return {};
    };
    const { gateway, log } = await startWorld({ authenticate }, { RATE_LIMIT_ADDRESS: '2' });
    const send = await clientOf(gateway);
    const malformed = { headers: { 'content-type': 'text/html' } };
    const first = await send(malformed);
    expect([first.status, ...quotaIn(first.headers)]).toEqual([415, '2', '1']);
    expect((await send()).status).toBe(200);
    const { status, body } = await send(malformed);
    expect([status, body.errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
    expect(body.errors[0].message).toMatch(/^Too many requests from this address\. Try again in \d+ seconds\.$/);
    expect(authenticated).toBe(1);
    expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({ status: 429, reason: 'RATE_LIMIT_ADDRESS' });
  });

  it('counts bodies that are too large', async () => {
    const { gateway } = await startWorld({}, { RATE_LIMIT_ADDRESS: '1', MAX_BODY_BYTES: '1024' });
    const send = await clientOf(gateway);
    expect((await send({ document: ' '.repeat(2000) })).status).toBe(413);
    expect((await send()).status).toBe(429);
  });

  it('counts what the trusted proxy appended to X-Forwarded-For', async () => {
    const { gateway } = await startWorld({}, { RATE_LIMIT_ADDRESS: '1', TRUSTED_PROXIES: '1' });
    const send = await clientOf(gateway);
    const statusOf = async (forwarded: string) => (await send({ headers: { 'x-forwarded-for': forwarded } })).status;
    expect(await statusOf('192.0.2.1, 203.0.113.1')).toBe(200);
    expect(await statusOf('192.0.2.2, 203.0.113.1')).toBe(429);
    expect(await statusOf('192.0.2.1, 203.0.113.2')).toBe(200);
  });

  it.each(Object.keys(embeddings))('applies in %s', async (name) => {
    const { gateway } = await startWorld({}, { RATE_LIMIT_ADDRESS: '1', TRUSTED_PROXIES: '1', MAX_BODY_BYTES: '1024' });
    const server = await embeddings[name]?.(gateway);
    const post = (forwarded: string, document: string) =>
      server?.send({
        method: 'POST',
        headers: { ...jsonType, 'x-forwarded-for': forwarded },
        body: JSON.stringify({ query: document }),
      });
    expect((await post('203.0.113.1', query))?.status).toBe(200);
    expect((await post('203.0.113.1', query))?.status).toBe(429);
    if (!name.includes('body parser')) {
      expect((await post('203.0.113.2', ' '.repeat(2000)))?.status).toBe(413);
      expect((await post('203.0.113.2', query))?.status).toBe(429);
    }
    await server?.close();
  });

  it('does not apply where the address is unknown', async () => {
    const { gateway } = await startWorld({}, { RATE_LIMIT_ADDRESS: '1' });
    const send = () =>
      gateway.fetch(
        new Request('http://x/graphql', { method: 'POST', headers: jsonType, body: JSON.stringify({ query }) }),
      );
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  });
});

describe('the limit of REST calls', () => {
  const two = '{ organization(id: "a") { title } space(id: "s") { title } }';

  it('rejects new requests of a client whose requests have used it up', async () => {
    const { gateway, upstream, log } = await startWorld({}, { RATE_LIMIT_CALLS: '3' });
    const send = await clientOf(gateway);
    expect(quotaIn((await send({ document: two })).headers)).toEqual(['3', '3']);
    expect(quotaIn((await send({ document: two })).headers)).toEqual(['3', '1']);
    const { status, headers, body } = await send({ document: two });
    expect([status, ...quotaIn(headers)]).toEqual([429, '3', '0']);
    expect(body.errors[0].extensions).toEqual({ code: 'RATE_LIMITED', retryAfter: Number(headers.get('retry-after')) });
    expect(body.errors[0].message).toMatch(/^Previous requests made too many REST calls\. Try again in \d+ seconds\.$/);
    expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({ reason: 'RATE_LIMIT_CALLS' });
    expect(upstream.arrived).toHaveLength(4);
    expect((await send({ token: 'two' })).status).toBe(200);
  });

  it('counts shared calls for the client that started them', async () => {
    const { gateway, upstream } = await startWorld({}, { RATE_LIMIT_CALLS: '4', SHARE_OPERATIONS: 'false' });
    const send = await clientOf(gateway);
    await send();
    const headers = { authorization: 'Bearer one' };
    await Promise.all([gateway.execute({ query, headers }), gateway.execute({ query, headers })]);
    expect(upstream.arrived).toHaveLength(2);
    expect(quotaIn((await send()).headers)).toEqual(['4', '2']);
  });

  it('shows the limit with the fewest points left', async () => {
    const { gateway } = await startWorld({}, { RATE_LIMIT_CALLS: '7', RATE_LIMIT_REQUESTS: '6' });
    const send = await clientOf(gateway);
    expect(quotaIn((await send({ document: two })).headers)).toEqual(['6', '5']);
    await send({ document: two });
    await send({ document: two });
    expect(quotaIn((await send({ document: two })).headers)).toEqual(['7', '1']);
  });

  it('leaves hooks their calls', async () => {
    const calls: string[] = [];
    const { gateway } = await startWorld(
      { hooks: { onCall: ({ operation }) => void calls.push(operation) } },
      { RATE_LIMIT_CALLS: '9' },
    );
    await gateway.execute({ query: two });
    expect(calls.sort()).toEqual(['organizations.get', 'spaces.get']);
  });
});

describe('what is no operation', () => {
  it('counts for the limit of its address: preflights', async () => {
    const origin = 'https://app.example.com';
    const { gateway, log } = await startWorld({}, { RATE_LIMIT_ADDRESS: '2', CORS_ORIGINS: origin });
    const url = `${await gateway.listen()}/graphql`;
    const headers = { origin, 'access-control-request-method': 'POST' };
    const preflight = async () => (await fetch(url, { method: 'OPTIONS', headers })).status;
    expect([await preflight(), await preflight(), await preflight()]).toEqual([204, 204, 429]);
    expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({ msg: 'request rejected', reason: 'RATE_LIMIT_ADDRESS' });
  });

  it.each(['RATE_LIMIT_ADDRESS', 'RATE_LIMIT_REQUESTS'])('counts for %s: conversions', async (limit) => {
    const { gateway } = await startWorld({}, { [limit]: '2' });
    const url = `${await gateway.listen()}/convert`;
    const body = JSON.stringify({ rest: 'GET /v1/orgs/o' });
    const convert = () => fetch(url, { method: 'POST', headers: jsonType, body });
    expect([(await convert()).status, (await convert()).status]).toEqual([200, 200]);
    const rejected = await convert();
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await rejected.json()).toEqual({ message: expect.stringMatching(/^Too many requests/) });
  });
});
