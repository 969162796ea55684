import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { type FaultUpstream, json, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';

const good = json({ id: 'o1', title: 'Halcyon' });

let upstream: FaultUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFaultUpstream();
  gateway = await startGateway(upstream.url, { FORWARD_HEADERS: 'X-Tenant, accept-language' });
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

describe('headers', () => {
  async function arrivedWith(headers: Record<string, string>, at = gateway) {
    upstream.reply(good);
    await at.execute('{ organization(id: "o1") { title } }', { token: null, headers });
    return upstream.arrived[0]?.headers;
  }

  it.each(['Bearer abc', 'bearer  two  spaces', 'Basic dXNlcjpwYXNz', 'no-scheme', 'Bearer é', 'Digest a="b", c=d'])(
    'Authorization is forwarded byte for byte: %s',
    async (authorization) => {
      expect(await arrivedWith({ authorization })).toMatchObject({ authorization });
    },
  );

  it('only headers of the allow-list are forwarded', async () => {
    const headers = await arrivedWith({
      authorization: 'Bearer abc',
      cookie: 'session=1',
      forwarded: 'for=10.0.0.1',
      'x-forwarded-for': '10.0.0.1',
      'x-api-key': 'k',
      'x-tenant': 'acme',
      'accept-language': 'de',
      'user-agent': 'browser',
      te: 'trailers',
    });
    expect(headers).toEqual({
      accept: 'application/json',
      'accept-language': 'de',
      authorization: 'Bearer abc',
      connection: 'keep-alive',
      host: new URL(upstream.url).host,
      'x-request-id': expect.any(String),
      'x-tenant': 'acme',
    });
  });

  it('UPSTREAM_TOKEN is sent only if the client sends no Authorization', async () => {
    const fallback = await startGateway(upstream.url, { UPSTREAM_TOKEN: 'fallback-token' });
    expect((await arrivedWith({}, fallback))?.authorization).toBe('Bearer fallback-token');
    expect((await arrivedWith({ authorization: 'Bearer own' }, fallback))?.authorization).toBe('Bearer own');
    expect((await arrivedWith({}))?.authorization).toBeUndefined();
    await fallback.close();
  });
});
