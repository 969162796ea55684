import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { AuthenticationUnavailable } from '../../../src/server/admission/authentication.ts';
import type { ClientIdentity } from '../../../src/server/http/http-messages.ts';
import type { GatewayOptions } from '../../../src/server/options.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';
import { acme, embeddedGateways, query } from '../../support/gateways/embedded-gateway.ts';

const startWorld = embeddedGateways();

describe('authenticate', () => {
  const sessions: Record<string, string> = { 'sid=1': 'ann', 'sid=2': 'ann', 'sid=3': 'bob' };
  const options: GatewayOptions = {
    authenticate: async ({ headers }) => {
      const user = sessions[headers.cookie ?? ''];
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

  it('gets each header as one text, of whatever form its caller has given it', async () => {
    const authenticate = vi.fn(() => ({}));
    const { gateway } = await startWorld({ authenticate });
    const forms = [{ 'X-Team': ['a', 'b'], Cookie: 'sid=1' }, new Headers({ 'X-Team': 'a, b', Cookie: 'sid=1' })];
    for (const headers of forms) await gateway.execute({ query, headers });
    const seen = expect.objectContaining({ 'x-team': 'a, b', cookie: 'sid=1' });
    const request = { method: 'POST', headers: seen, source: undefined };
    expect(authenticate.mock.calls).toEqual([[request], [request]]);
  });

  it.each([
    [
      'an error of the program with its place',
      new TypeError('secret'),
      'TypeError',
      expect.stringContaining('authenticate.test'),
    ],
    ['another one without', new Error('secret'), 'Error', undefined],
    ['a text', 'secret', 'string', undefined],
    ['undefined', undefined, 'undefined', undefined],
  ])('that throws leaves a log line: %s', async (_kind, thrown, error, stack) => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line) => lines.push(line) });
    const { gateway } = await startWorld({ logger, authenticate: () => Promise.reject(thrown) });
    expect(await gateway.execute({ query })).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    const [failed] = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'authentication failed');
    expect(failed).toMatchObject({ error });
    expect(failed.err?.stack).toEqual(stack);
    expect(lines.join('')).not.toContain('secret');
  });

  it.each([
    [
      'says so',
      () => Promise.reject(new AuthenticationUnavailable('No store.', { cause: new Error('secret') })),
      'Error',
    ],
    // biome-ignore lint/suspicious/noThenProperty: as promises of other libraries have it
    ['is a thenable that does not settle', () => ({ then: () => {} }) as unknown as PromiseLike<never>, 'TimeoutError'],
  ])('that %s makes the service unavailable, and no client unauthenticated', async (_case, authenticate, error) => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line) => lines.push(line) });
    const { gateway, upstream } = await startWorld({ logger, authenticate }, { REQUEST_TIMEOUT: '300' });
    const body = JSON.stringify({ query });
    const headers = { 'content-type': 'application/json' };
    const response = await gateway.fetch(new Request('http://a.example/graphql', { method: 'POST', headers, body }));
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
    const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'authentication unavailable');
    expect(logged).toMatchObject([{ error }]);
    expect(lines.join('')).not.toContain('secret');
    expect(upstream.arrived).toEqual([]);
  });

  it.each<Record<string, string>>([
    { FORWARD_HEADERS: 'x-tenant, x-other' },
    { FORWARD_HEADERS: 'x-other', UPSTREAM_HEADERS: 'x-tenant=b' },
  ])('decides alone on a header that it sets, although others set it, too: %o', async (environment) => {
    const { gateway, upstream } = await startWorld(
      { authenticate: () => ({ headers: { 'X-Tenant': 'a' } }) },
      environment,
    );
    expect(await gateway.execute({ query, headers: { 'x-tenant': 'b', 'x-other': 'c' } })).toEqual(acme);
    expect(upstream.arrived[0]?.headers).toMatchObject({ 'x-tenant': 'a', 'x-other': 'c' });
  });

  it('does not replace the traceparent of calls that are traced', async () => {
    const { gateway, upstream } = await startWorld({
      // Nothing listens there: the spans are dropped.
      settings: readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }),
      authenticate: () => ({ headers: { Traceparent: 'mine', 'x-user': 'ann' } }),
    });
    expect(await gateway.execute({ query })).toEqual(acme);
    expect(upstream.arrived[0]?.headers).toMatchObject({
      traceparent: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-01$/),
      'x-user': 'ann',
    });
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
    { 'x-a': '→' },
    { 'x a': 'b' },
  ])('must not give the header %o', async (headers) => {
    const { gateway, upstream } = await startWorld({ authenticate: () => ({ headers }) });
    expect(await gateway.execute({ query })).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    expect(upstream.arrived).toHaveLength(0);
  });

  it.each<[unknown, string]>([
    [{ identity: null }, '"identity" must be a string.'],
    [{ identity: 42 }, '"identity" must be a string.'],
    [{ identity: {} }, '"identity" must be a string.'],
    [{ authorization: null }, '"authorization" must be a string that a header can hold.'],
    [{ authorization: 'a\nb' }, '"authorization" must be a string that a header can hold.'],
    [{ headers: { host: 'other' } }, '"headers" must not have host.'],
    [{ userId: 'a/b' }, '"userId" must be a string that a path can contain.'],
  ])('must not return %j, and the log says why', async (client, problem) => {
    const { gateway, upstream, log } = await startWorld({ authenticate: () => client as ClientIdentity });
    expect(await gateway.execute({ query })).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    expect(upstream.arrived).toEqual([]);
    const failed = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'authentication failed');
    expect(failed).toMatchObject([{ error: 'TypeError', problem }]);
  });

  it('is not called for a client that is known', async () => {
    const authenticate = vi.fn(() => ({}));
    const { gateway, upstream } = await startWorld({ authenticate });
    await gateway.execute({ query, client: { authorization: 'Bearer known' } });
    expect(authenticate).not.toHaveBeenCalled();
    expect(upstream.arrived[0]?.headers.authorization).toBe('Bearer known');
  });
});
