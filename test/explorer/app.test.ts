import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Fetcher } from '@graphiql/toolkit';
import type { ExecutionResult } from 'graphql';
import { afterEach, describe, expect, it } from 'vitest';
import { createFetcher, type GraphQLResponse } from '../../src/explorer/app/fetcher.ts';
import { storageWithoutHeaders } from '../../src/explorer/app/storage.ts';

describe('storageWithoutHeaders', () => {
  const headers = '{"Authorization":"Bearer start"}';
  const past = { query: '{ a }', variables: '{}', headers: '{"Authorization":"Bearer secret"}', favorite: false };

  it.each(['queries', 'favorites'])(
    'stores %s without their headers, and returns them with the current headers',
    (list) => {
      const { storage, stored } = memoryStorage();
      storage.setItem(`graphiql:${list}`, JSON.stringify({ [list]: [past] }));
      expect([...stored.values()].join()).toContain('{ a }');
      expect([...stored.values()].join()).not.toContain('secret');
      const read = JSON.parse(storage.getItem(`graphiql:${list}`) ?? '');
      expect(read).toEqual({ [list]: [{ ...past, headers }] });
    },
  );

  it('stores other values unchanged, and separate from those of other pages', () => {
    const { storage, stored } = memoryStorage([['graphiql:query', 'of another page']]);
    storage.setItem('graphiql:query', '{ not json');
    expect(storage.getItem('graphiql:query')).toBe('{ not json');
    expect(storage.length).toBe(1);
    storage.removeItem('graphiql:query');
    expect(storage.getItem('graphiql:query')).toBeNull();
    storage.setItem('graphiql:theme', 'dark');
    storage.clear();
    expect([...stored]).toEqual([['graphiql:query', 'of another page']]);
  });

  /** An in-memory `localStorage`. */
  function memoryStorage(entries: [string, string][] = []) {
    const stored = new Map(entries);
    const local = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
      key: (index: number) => [...stored.keys()][index] ?? null,
      get length() {
        return stored.size;
      },
    };
    return { storage: storageWithoutHeaders(headers, local), stored };
  }
});

describe('createFetcher', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  it('sends explain only while it is on, never with introspection, and reports each response with it', async () => {
    const bodies: { extensions?: unknown }[] = [];
    const gets: URLSearchParams[] = [];
    const endpoint = await startServer(async (request, response) => {
      if (request.method === 'POST') bodies.push(JSON.parse(await text(request)));
      else gets.push(new URL(request.url ?? '', 'http://localhost').searchParams);
      response.end('{"data":{"a":1},"extensions":{"explain":{"calls":[]}}}');
    });
    let explain = false;
    const responses: GraphQLResponse[] = [];
    const fetcher = createFetcher({
      endpoint,
      explain: () => explain,
      onResponse: (response) => responses.push(response),
    });
    const run = (operationName?: string) => collect(fetcher({ query: '{ a }', operationName }));
    expect(await run()).toEqual([{ data: { a: 1 } }]);
    explain = true;
    await run('Q');
    await run('IntrospectionQuery');
    expect(bodies.map(({ extensions }) => extensions)).toEqual([undefined, { explain: true }]);
    expect(gets.map((search) => [...search])).toEqual([
      [
        ['query', '{ a }'],
        ['operationName', 'IntrospectionQuery'],
      ],
    ]);
    expect(responses.map(({ status, size, result }) => [status, size, result.extensions])).toEqual(
      Array(2).fill([200, 54, { explain: { calls: [] } }]),
    );
  });

  it('sends introspection by POST if a proxy rejects the GET', async () => {
    const endpoint = await startServer(async (request, response) => {
      if (request.method === 'GET') response.writeHead(414).end('<h1>URI Too Long</h1>');
      else response.end('{"data":{"a":1}}');
    });
    const fetcher = createFetcher({ endpoint, explain: () => false, onResponse: () => {} });
    const introspection = { query: '{ a }', operationName: 'IntrospectionQuery' };
    expect(await collect(fetcher(introspection))).toEqual([{ data: { a: 1 } }]);
  });

  it('reports a response that is not JSON', async () => {
    const endpoint = await startServer(async (_request, response) => {
      response.writeHead(502).end('<h1>Bad gateway</h1>');
    });
    const fetcher = createFetcher({ endpoint, explain: () => false, onResponse: () => {} });
    await expect(collect(fetcher({ query: '{ a }' }))).rejects.toThrow('HTTP 502 Bad Gateway): <h1>Bad gateway</h1>');
  });

  it('aborts the request and ends without a result when it is stopped', async () => {
    let closed: Promise<unknown> | undefined;
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const endpoint = await startServer(async (request) => {
      closed = once(request.socket, 'close');
      arrive();
    });
    const fetcher = createFetcher({ endpoint, explain: () => false, onResponse: () => {} });
    const results = fetcher({ query: '{ a }' });
    const collected = collect(results);
    await arrived;
    if (!isIterable(results)) throw new Error('The fetcher did not return an iterable.');
    await results[Symbol.asyncIterator]().return?.();
    expect(await collected).toEqual([]);
    await closed;
  });

  async function collect(results: ReturnType<Fetcher>): Promise<unknown[]> {
    if (!isIterable(results)) throw new Error('The fetcher did not return an iterable.');
    const collected: unknown[] = [];
    for await (const result of results) collected.push(result);
    return collected;
  }

  function isIterable(results: ReturnType<Fetcher>): results is AsyncIterable<ExecutionResult> {
    return Symbol.asyncIterator in results;
  }

  async function startServer(handler: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
    server = createServer((request, response) => void handler(request, response));
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  }
});
