import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify, { type FastifyServerOptions } from 'fastify';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox, sandboxTokens } from '../../../../src/sandbox/index.ts';
import { createGateway, type Gateway } from '../../../../src/server/gateway.ts';
import { readSettings } from '../../../../src/server/settings/settings.ts';
import { sha256 } from '../../../support/gateways/manifests.ts';

const titles = 'query Titles($first: Int!) { organizations(first: $first) { nodes { title } } }';
const several = 'query A { __typename } query B { b: __typename }';
const documents = { [sha256(titles)]: titles, 'web/1': several, ['x'.repeat(300)]: several };
const headers = { authorization: `Bearer ${sandboxTokens.admin}`, 'content-type': 'application/json' };

type Send = (path: string, init?: RequestInit) => Promise<Response>;

const servers: { close(): unknown }[] = [];
let sandbox: Sandbox;
let gateway: Gateway;

beforeAll(async () => {
  sandbox = await createSandbox();
  gateway = await createGateway({
    upstreamUrl: await sandbox.listen(),
    settings: readSettings({ PORT: '0', SHUTDOWN_TIMEOUT: '400' }),
    trustedDocuments: { mode: 'enforce', documents },
  });
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await gateway.close();
  await sandbox.close();
});

async function listen(listener: RequestListener): Promise<Send> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { headers, ...init });
}

async function listenWithFastify(
  plugin: { prefix?: string; path?: string; schemaPath?: string },
  options: FastifyServerOptions = {},
): Promise<Send> {
  const app = fastify(options);
  servers.push(app);
  await app.register(gateway.plugin, plugin);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return (path, init) => fetch(origin + path, { headers, ...init });
}

const longIds = { routerOptions: { maxParamLength: 512 } };

/** Each way to mount the gateway, and the path of its endpoint. */
const mounts: readonly [name: string, endpoint: string, mount: () => Promise<Send>][] = [
  ['node:http', '/graphql', () => listen(gateway.handler)],
  ['app.use of Express', '/graphql', () => listen(express().use('/graphql', gateway.handler))],
  [
    'app.use of Express, after its body parser',
    '/graphql',
    () => listen(express().use(express.json()).use('/graphql', gateway.handler)),
  ],
  [
    'a router of Express',
    '/api/v1/graphql',
    () => listen(express().use('/api/v1', express.Router().use('/graphql', gateway.handler))),
  ],
  ['routes of Express', '/graphql', () => listen(express().all(['/graphql', '/graphql/*path'], gateway.handler))],
  ['Fastify', '/graphql', () => listenWithFastify({}, longIds)],
  ['Fastify with another path', '/api/query', () => listenWithFastify({ prefix: '/api', path: '/query' }, longIds)],
  [
    'Fastify with a path below /graphql',
    '/graphql/v2',
    () => listenWithFastify({ prefix: '/graphql', path: '/v2' }, longIds),
  ],
  ['Fastify with a prefix alone', '/graphql', () => listenWithFastify({ prefix: '/graphql', path: '/' }, longIds)],
  [
    'Hono',
    '/graphql',
    async () => {
      const app = new Hono().all('/graphql/*', ({ req }) => gateway.fetch(req.raw));
      return async (path, init) => app.fetch(new Request(`https://app.example${path}`, { headers, ...init }));
    },
  ],
];

async function resultOf(sent: Promise<Response>) {
  const response = await sent;
  const { data, errors } = await response.json();
  return { status: response.status, data, code: errors?.[0]?.extensions.code };
}

const found = (data: unknown) => ({ status: 200, data, code: undefined });
const oneTitle = found({ organizations: { nodes: [{ title: 'Halcyon Freight Systems' }] } });

describe.each(mounts)('trusted documents by path in %s', (_, endpoint, mount) => {
  let send: Send;
  beforeAll(async () => {
    send = await mount();
  });

  const variables = encodeURIComponent('{"first":1}');

  it.each([`/${sha256(titles)}/Titles`, `/${sha256(titles)}`, `/${sha256(titles)}/`])(
    'are executed by GET %s',
    async (path) => {
      expect(await resultOf(send(`${endpoint}${path}?variables=${variables}`))).toEqual(oneTitle);
    },
  );

  it('are executed by POST', async () => {
    const body = JSON.stringify({ variables: { first: 1 } });
    expect(await resultOf(send(`${endpoint}/${sha256(titles)}/Titles`, { method: 'POST', body }))).toEqual(oneTitle);
  });

  it.each([
    ['a slash', 'web%2F1'],
    ['300 characters', 'x'.repeat(300)],
  ])('execute the operation of the path, for an id with %s', async (_, id) => {
    expect(await resultOf(send(`${endpoint}/${id}/B`))).toEqual(found({ b: 'Query' }));
    expect(await resultOf(send(`${endpoint}/${id}/A`))).toEqual(found({ __typename: 'Query' }));
  });

  it.each([
    ['document', `/${sha256(titles)}`, { documentId: 'web/1', operationName: 'A' }],
    ['document after a slash', `/${sha256(titles)}/`, { documentId: 'web/1', operationName: 'A' }],
    ['operation', '/web%2F1/A', { operationName: 'B' }],
  ])('are not executed where the request names another %s', async (_, path, named) => {
    const other = { status: 400, data: undefined, code: 'BAD_REQUEST' };
    expect(await resultOf(send(endpoint + path, { method: 'POST', body: JSON.stringify(named) }))).toEqual(other);
    expect(await resultOf(send(`${endpoint}${path}?${new URLSearchParams(named)}`))).toEqual(other);
  });

  it('are executed where the request names the same again', async () => {
    const body = JSON.stringify({ documentId: 'web/1', operationName: 'B' });
    expect(await resultOf(send(`${endpoint}/web%2F1/B`, { method: 'POST', body }))).toEqual(found({ b: 'Query' }));
  });

  it('are found by their ids at the endpoint itself', async () => {
    const body = JSON.stringify({ documentId: sha256(titles), variables: { first: 1 } });
    expect(await resultOf(send(endpoint, { method: 'POST', body }))).toEqual(oneTitle);
    const query = `documentId=${sha256(titles)}&variables=${variables}`;
    expect(await resultOf(send(`${endpoint}?${query}`))).toEqual(oneTitle);
    // A text needs no id: the path of the endpoint must not be taken for one.
    const text = JSON.stringify({ query: titles, variables: { first: 1 } });
    expect(await resultOf(send(endpoint, { method: 'POST', body: text }))).toEqual(oneTitle);
  });

  it('are rejected if their id is unknown', async () => {
    expect(await resultOf(send(`${endpoint}/no-such-id/Titles`))).toEqual({
      status: 400,
      data: undefined,
      code: 'UNKNOWN_DOCUMENT',
    });
  });
});

describe('trusted documents by path in the own server', () => {
  const query = '{ __typename }';
  const named = 'query graphql { __typename }';
  const own = { doc1: query, graphql: query, 'schema.graphql': query, named };

  it.each([
    ['', '/graphql'],
    ['/graphql', '/graphql'],
    ['/graphql', '/api'],
    ['/api', '/graphql/v2'],
    ['', '/query.graphql'],
  ])('are found below BASE_PATH=%s and GRAPHQL_PATH=%s, whatever they are called', async (basePath, graphqlPath) => {
    const server = await createGateway({
      upstreamUrl: 'http://127.0.0.1:1',
      settings: readSettings({ PORT: '0', SHUTDOWN_TIMEOUT: '400', BASE_PATH: basePath, GRAPHQL_PATH: graphqlPath }),
      trustedDocuments: { mode: 'enforce', documents: own },
    });
    servers.push(server);
    const url = await server.listen();
    const get = (path: string) => resultOf(fetch(`${url}${graphqlPath}${path}`, { headers }));
    for (const path of [
      '/doc1',
      '/doc1/',
      '/graphql',
      '/named/graphql/',
      '/schema.graphql',
      '/named',
      '/named/graphql',
      '?documentId=doc1',
    ])
      expect(await get(path), path).toEqual(found({ __typename: 'Query' }));
    expect(await get('/doc2')).toMatchObject({ status: 400, code: 'UNKNOWN_DOCUMENT' });
    expect(await get('/named/other')).toMatchObject({ data: undefined });
    expect(await (await fetch(`${url}/schema.graphql`)).text()).toContain('type Query {');
  });
});

it('trusted documents are found by their ids in an endpoint that is mounted below /graphql', async () => {
  const send = await listen(express().use('/graphql/v2', gateway.handler));
  const body = JSON.stringify({ documentId: 'web/1', operationName: 'B' });
  expect(await resultOf(send('/graphql/v2', { method: 'POST', body }))).toEqual(found({ b: 'Query' }));
});

describe('the SDL beside trusted documents', () => {
  it.each<[string, string, () => Promise<Send>]>([
    [
      'app.use of Express at its path',
      '/schema.graphql',
      () => listen(express().use(['/graphql', '/schema.graphql'], gateway.handler)),
    ],
    ['app.use of Express', '/graphql/schema.graphql', () => listen(express().use('/graphql', gateway.handler))],
    ['Fastify', '/graphql/schema.graphql', () => listenWithFastify({ schemaPath: '/graphql/schema.graphql' })],
  ])('is served by %s', async (_, path, mount) => {
    const response = await (await mount())(path);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toContain('type Query {');
  });
});

it('leaves longer ids to the maxParamLength of Fastify', async () => {
  const send = await listenWithFastify({});
  expect((await send(`/graphql/${'x'.repeat(300)}/B`)).status).toBe(414);
});
