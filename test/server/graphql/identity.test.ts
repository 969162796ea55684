import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { Authenticator } from '../../../src/server/admission/authentication.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';
import { WatchedClients } from '../../support/clients/watched-clients.ts';
import { startGateway } from '../../support/gateways/gateway.ts';
import { HeldUpstream } from '../../support/upstreams/held-upstream.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const query = '{ organization(id: "a") { title } }';
const ids: Readonly<Record<string, (i: number) => string>> = {
  'x-request-id': (i) => `request-${i}`,
  traceparent: (i) => `00-${String(i).padStart(32, 'a')}-${'b'.repeat(16)}-01`,
  tracestate: (i) => `vendor=${i}`,
};
const identifying = [
  'baggage',
  'x-correlation-id',
  'cf-ray',
  'b3',
  'x-b3-traceid',
  'x-b3-sampled',
  'x-cloud-trace-context',
];

async function startWorld(environment: Record<string, string>) {
  const upstream = new HeldUpstream();
  const gateway = await startGateway(await upstream.open(), {
    LOG_LEVEL: 'silent',
    EXECUTOR: 'compiled',
    ...environment,
  });
  const clients = new WatchedClients(gateway.url);
  closers.push(
    () => clients.close(),
    () => upstream.close(),
    () => gateway.close(),
  );
  return { upstream, clients };
}

describe.each([
  ['calls', { SHARE_OPERATIONS: 'false' }],
  ['whole operations', { SHARE_CALLS: 'false' }],
])('identical queries that share %s', (_kind, settings) => {
  it.each(Object.entries(ids))('make one call where only %s differs, and it is forwarded', async (name, idOf) => {
    const { upstream, clients } = await startWorld({ ...settings, FORWARD_HEADERS: Object.keys(ids).join() });
    const sent = [];
    for (let i = 0; i < 20; i++) sent.push(await clients.send({ query, headers: { [name]: idOf(i) } }));
    expect(upstream.calls).toHaveLength(1);
    expect(upstream.calls[0]?.headers[name]).toBe(idOf(0));
    for (const { respond: result } of upstream.calls) result({ id: 'a', title: 'shared' });
    for (const { response: received } of sent)
      expect((await received).data).toEqual({ organization: { title: 'shared' } });
  });

  it.each(identifying)('make a call for each value of %s, which may say who sends a request', async (name) => {
    const { upstream, clients } = await startWorld({ ...settings, FORWARD_HEADERS: identifying.join() });
    for (const value of ['user=ann', 'user=ben', 'user=ann']) await clients.send({ query, headers: { [name]: value } });
    expect(upstream.calls.map(({ headers }) => headers[name])).toEqual(['user=ann', 'user=ben']);
    for (const { respond: result } of upstream.calls) result({ id: 'a', title: 'done' });
  });

  it('make a call for each value of a traceparent that is not well-formed', async () => {
    const { upstream, clients } = await startWorld({ ...settings, FORWARD_HEADERS: 'traceparent' });
    for (const traceparent of ['ann', 'ben', 'ann']) await clients.send({ query, headers: { traceparent } });
    expect(upstream.calls.map(({ headers }) => headers.traceparent)).toEqual(['ann', 'ben']);
    for (const { respond: result } of upstream.calls) result({ id: 'a', title: 'done' });
  });

  it('make a call for each value of any other header', async () => {
    const { upstream, clients } = await startWorld({ ...settings, FORWARD_HEADERS: 'x-request-id, x-api-key' });
    for (const key of ['one', 'two', 'one']) {
      await clients.send({ query, headers: { 'x-api-key': key, 'x-request-id': String(Math.random()) } });
    }
    expect(upstream.calls.map(({ headers }) => headers['x-api-key'])).toEqual(['one', 'two']);
    for (const { respond: result } of upstream.calls) result({ id: 'a', title: 'done' });
  });
});

describe('the secrets of credentials', () => {
  const forwarded = 'cookie, x-api-key, x-api-version, x-tenant, accept-language, traceparent';
  const authenticator = new Authenticator(
    readSettings({ FORWARD_HEADERS: forwarded, UPSTREAM_TOKEN: 'fallback' }),
    { authenticate: undefined, userOf: undefined },
    [],
    pino({ level: 'silent' }),
  );
  const observed = { id: 'r1', callHeaders: [] };
  const secretsOf = async (headers: Record<string, string>) =>
    (await authenticator.credentialsOf({ method: 'POST', headers, source: undefined }, observed)).secrets;

  it('are the values of all headers that may hold one, and no others', async () => {
    const headers = {
      authorization: 'Bearer token',
      cookie: 'theme=; sid=session; a=b=c',
      'x-api-key': 'secret',
      'x-api-version': '2',
      'x-tenant': 'acme',
      'accept-language': 'en',
      traceparent: '00-1-2-00',
      'x-secret': 'not forwarded',
    };
    expect(await secretsOf(headers)).toEqual(['Bearer token', 'theme=; sid=session; a=b=c', 'secret', 'acme']);
  });

  it('hold the token of the settings', async () => {
    expect(await secretsOf({})).toEqual(['Bearer fallback']);
  });
});
