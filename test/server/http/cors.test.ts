import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../../src/server/gateway.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';
import { launchBrowser, skipsBrowser } from '../../support/browser/browser.ts';
import { getEncoded } from '../../support/clients/encoded-response.ts';
import { acme, embeddedGateways, query } from '../../support/gateways/embedded-gateway.ts';
import { type EmbeddingServer, embeddings } from '../../support/gateways/embedding-servers.ts';

const listed = 'https://app.example';
const unlisted = ['https://evil.example', 'https://app.example.evil.example', 'http://app.example', 'null'];

const post = (origin: string, body: object = { query: '{ __typename }' }): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', origin },
  body: JSON.stringify(body),
});
/** What tells the log and traces who sends a request, and to what it belongs. */
const observed = ['x-client-name', 'x-client-version', 'x-request-id', 'traceparent', 'tracestate'];
const preflight = (origin: string): RequestInit => ({
  method: 'OPTIONS',
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  },
});
const corsHeaders = (response: Response) =>
  Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('access-control-')));
const varies = (response: Response) => response.headers.get('vary')?.split(', ');

describe.each(Object.entries(embeddings))('CORS in %s', (_name, embed) => {
  let gateway: Gateway;
  let server: EmbeddingServer;

  beforeAll(async () => {
    const settings = readSettings({
      PORT: '0',
      SHUTDOWN_TIMEOUT: '400',
      CORS_ORIGINS: `https://other.example, ${listed}`,
      CORS_CREDENTIALS: 'true',
      FORWARD_HEADERS: 'x-tenant',
    });
    gateway = await createGateway({ upstreamUrl: 'http://127.0.0.1:1', settings });
    server = await embed(gateway);
  });

  afterAll(async () => {
    await server.close();
    await gateway.close();
  });

  it('answers the preflight of a listed origin', async () => {
    for (const send of [server.send, server.sendForSdl]) {
      const response = await send(preflight(listed));
      expect([response.status, await response.text()]).toEqual([204, '']);
      const { 'access-control-allow-headers': allowed, ...others } = corsHeaders(response);
      expect(others).toEqual({
        'access-control-allow-origin': listed,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'GET, POST',
        'access-control-max-age': '7200',
      });
      expect(allowed?.split(', ')).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'apollo-require-preflight', 'x-tenant', ...observed]),
      );
      expect(varies(response)).toContain('origin');
    }
  });

  it.each(unlisted)('rejects the preflight of %s, and names no origin', async (origin) => {
    const response = await server.send(preflight(origin));
    expect([response.status, corsHeaders(response)]).toEqual([403, {}]);
    expect(varies(response)).toContain('origin');
    expect(await response.text()).not.toContain(origin);
  });

  it('lets a listed origin read responses, also those to requests that are rejected', async () => {
    const getWithoutProof = { headers: { origin: listed } };
    const responses = [
      [200, await server.send(post(listed))],
      [400, await server.send(post(listed, []))],
      [400, await server.send(getWithoutProof, '?query={__typename}')],
      [405, await server.send({ method: 'DELETE', headers: { origin: listed } })],
      [200, await server.sendForSdl({ headers: { origin: listed } })],
    ] as const;
    for (const [status, response] of responses) {
      expect(response.status).toBe(status);
      expect(corsHeaders(response)).toEqual({
        'access-control-allow-origin': listed,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers':
          'ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id',
      });
      expect(varies(response)).toContain('origin');
      await response.text();
    }
  });

  it.each(unlisted)('lets %s read nothing', async (origin) => {
    for (const response of [await server.send(post(origin)), await server.sendForSdl({ headers: { origin } })]) {
      expect([response.status, corsHeaders(response)]).toEqual([200, {}]);
      expect(varies(response)).toContain('origin');
      await response.text();
    }
  });
});

describe('CORS', () => {
  const create = embeddedGateways();
  const start = async (environment: Record<string, string>) => {
    const { gateway } = await create({}, environment);
    return `${await gateway.listen()}/graphql`;
  };

  it('is off by default', async () => {
    const url = await start({});
    const rejected = await fetch(url, preflight(listed));
    expect([rejected.status, corsHeaders(rejected)]).toEqual([405, {}]);
    const response = await fetch(url, post(listed));
    expect([response.status, corsHeaders(response)]).toEqual([200, {}]);
    expect(varies(response)).not.toContain('origin');
  });

  it('may allow all origins, without credentials', async () => {
    const url = await start({ CORS_ORIGINS: '*' });
    for (const origin of [listed, 'null']) {
      expect(corsHeaders(await fetch(url, preflight(origin)))).toMatchObject({ 'access-control-allow-origin': '*' });
      const headers = corsHeaders(await fetch(url, post(origin)));
      expect(headers).toMatchObject({ 'access-control-allow-origin': '*' });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('leaves an OPTIONS request that is no preflight', async () => {
    const url = await start({ CORS_ORIGINS: listed });
    expect((await fetch(url, { method: 'OPTIONS' })).status).toBe(405);
    expect((await fetch(url, { method: 'OPTIONS', headers: { origin: listed } })).status).toBe(405);
  });

  it('does not replace the proof that a GET needs', async () => {
    const url = `${await start({ CORS_ORIGINS: listed })}?query={__typename}`;
    expect((await getEncoded(url, { origin: listed })).status).toBe(400);
    expect((await getEncoded(url, { origin: listed, 'apollo-require-preflight': 'true' })).status).toBe(200);
  });

  it('lets a page read why it is limited', async () => {
    const url = await start({ CORS_ORIGINS: listed, RATE_LIMIT_REQUESTS: '1' });
    await fetch(url, post(listed));
    const limited = await fetch(url, post(listed));
    expect(limited.status).toBe(429);
    expect(limited.headers.get('access-control-allow-origin')).toBe(listed);
    expect(limited.headers.get('access-control-expose-headers')).toContain('retry-after');
  });
});

describe.skipIf(skipsBrowser)('a page of another origin', () => {
  const create = embeddedGateways();
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>app</title>');
  });
  let browser: Browser;
  let page: Page;
  let origin: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.goto(origin);
  });

  afterEach(() => page.context().clearCookies());

  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  /** What the page gets for a query: the result, or the error of `fetch`. */
  async function runFrom(environment: Record<string, string>, init: RequestInit, search = ''): Promise<unknown> {
    const { gateway } = await create({}, environment);
    const url = `${await gateway.listen()}/graphql${search}`;
    return page.evaluate(
      async ([url, init]) => {
        try {
          return await (await fetch(url, init)).json();
        } catch (error) {
          return error instanceof TypeError ? 'refused' : String(error);
        }
      },
      [url, init] as const,
    );
  }

  const headers = { 'content-type': 'application/json', authorization: 'Bearer t' };
  const operation = { method: 'POST', headers, body: JSON.stringify({ query }) };
  const search = `?${new URLSearchParams({ query })}`;
  const safeGet = { headers: { authorization: 'Bearer t', 'apollo-require-preflight': 'true' } };

  it('executes a query if it is listed', async () => {
    const environment = { CORS_ORIGINS: origin };
    expect(await runFrom(environment, operation)).toEqual(acme);
    expect(await runFrom(environment, safeGet, search)).toEqual(acme);
    expect(await runFrom({ CORS_ORIGINS: '*' }, operation)).toEqual(acme);
  });

  it('sends credentials only if they are allowed', async () => {
    const withCredentials = { ...operation, credentials: 'include' as const };
    expect(await runFrom({ CORS_ORIGINS: origin, CORS_CREDENTIALS: 'true' }, withCredentials)).toEqual(acme);
    expect(await runFrom({ CORS_ORIGINS: origin }, withCredentials)).toBe('refused');
    expect(await runFrom({ CORS_ORIGINS: '*' }, withCredentials)).toBe('refused');
  });

  it.each([
    ['it is not listed', { CORS_ORIGINS: listed }],
    ['CORS is off', {}],
  ])('is refused if %s', async (_, environment) => {
    expect(await runFrom(environment, operation)).toBe('refused');
    expect(await runFrom(environment, safeGet, search)).toBe('refused');
    // A simple request, which takes no preflight.
    expect(await runFrom(environment, {}, '?query={__typename}')).toBe('refused');
  });
});
