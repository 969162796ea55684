import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Fetcher } from '@graphiql/toolkit';
import { type ExecutionResult, parse } from 'graphql';
import { afterEach, describe, expect, it } from 'vitest';
import { storageOrMemory } from '../../src/explorer/app/browser-storage.ts';
import { createFetcher, type RunEnd } from '../../src/explorer/app/fetcher.ts';
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
    const { storage, stored } = memoryStorage([['graphiql:theme', 'of another page']]);
    storage.setItem('graphiql:theme', '{ not json');
    expect(storage.getItem('graphiql:theme')).toBe('{ not json');
    expect(storage.length).toBe(1);
    storage.removeItem('graphiql:theme');
    expect(storage.getItem('graphiql:theme')).toBeNull();
    storage.setItem('graphiql:theme', 'dark');
    storage.clear();
    expect([...stored]).toEqual([['graphiql:theme', 'of another page']]);
  });

  it('reads the texts of the editors from the active tab', () => {
    const { storage, stored } = memoryStorage();
    const tabs = [{ query: '{ a }' }, { query: '{ b }', variables: '{}' }];
    storage.setItem('graphiql:tabState', JSON.stringify({ tabs, activeTabIndex: 1 }));
    storage.setItem('graphiql:query', '{ ofAnotherBrowserTab }');
    expect([storage.getItem('graphiql:query'), storage.getItem('graphiql:variables')]).toEqual(['{ b }', '{}']);
    stored.set('docgraph:graphiql:tabState', '{ not json');
    const next = storageWithoutHeaders(
      headers,
      () => {},
      memoryStorage([...stored]).local,
      storageOrMemory(() => null),
    );
    expect(next.getItem('graphiql:query')).toBeNull();
  });

  it('removes the headers of the connection with its values', () => {
    const session = storageOrMemory(() => null);
    session.setItem('docgraph:connection', '{"Authorization":"Bearer secret"}');
    session.setItem('other', 'of another page');
    storageWithoutHeaders(
      headers,
      () => {},
      storageOrMemory(() => null),
      session,
    ).clear();
    expect([session.length, session.key(0)]).toEqual([1, 'other']);
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
    const session = storageOrMemory(() => null);
    return { storage: storageWithoutHeaders(headers, () => {}, local, session), local, stored };
  }
});

/** The options of a fetcher that reports nothing. */
const silent = {
  headers: () => ({}),
  explain: () => false,
  onStart: () => ({ onProgress: () => {}, onEnd: () => {} }),
  onIntrospected: () => {},
};

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
    const ends: RunEnd[] = [];
    const fetcher = createFetcher({
      ...silent,
      endpoint,
      explain: () => explain,
      onStart: () => ({ onProgress: () => {}, onEnd: (end) => void ends.push(end) }),
    });
    const run = (operationName?: string) => collect(fetcher({ query: '{ a }', operationName }));
    expect(await run()).toEqual([{ data: { a: 1 } }]);
    explain = true;
    await run('Q');
    await run('IntrospectionQuery');
    const documentAST = parse('query IntrospectionQuery { a }');
    await collect(fetcher({ query: '{ a }', operationName: 'IntrospectionQuery' }, { documentAST }));
    expect(bodies.map(({ extensions }) => extensions)).toEqual([undefined, { explain: true }, { explain: true }]);
    expect(gets.map((search) => [...search])).toEqual([
      [
        ['query', '{ a }'],
        ['operationName', 'IntrospectionQuery'],
      ],
    ]);
    const facts = ends.map((end) => end.state === 'done' && [end.response.size, end.response.result.extensions]);
    // Bytes without what explain adds.
    expect(facts).toEqual(Array(3).fill([16, { explain: { calls: [] } }]));
  });

  it('sends introspection by POST if a proxy rejects the GET', async () => {
    const endpoint = await startServer(async (request, response) => {
      if (request.method === 'GET') response.writeHead(414).end('<h1>URI Too Long</h1>');
      else response.end('{"data":{"a":1}}');
    });
    const fetcher = createFetcher({ endpoint, ...silent });
    const introspection = { query: '{ a }', operationName: 'IntrospectionQuery' };
    expect(await collect(fetcher(introspection))).toEqual([{ data: { a: 1 } }]);
  });

  it.each([
    ['a page of a proxy', 502, '<h1>Bad gateway</h1>', 'HTTP 502 Bad Gateway'],
    ['null', 200, 'null', 'HTTP 200 OK'],
    ['a list', 200, '[1]', 'HTTP 200 OK'],
  ])('reports a response that is no result: %s', async (_, status, body, shown) => {
    const endpoint = await startServer(async (_request, response) => void response.writeHead(status).end(body));
    const ends: RunEnd[] = [];
    const onEnd = (end: RunEnd) => void ends.push(end);
    const fetcher = createFetcher({
      endpoint,
      ...silent,
      onStart: () => ({ onProgress: () => {}, onEnd }),
      onIntrospected: onEnd,
    });
    const [result] = await collect(fetcher({ query: '{ a }' }));
    const message = `The response is no result of GraphQL (${shown}): ${body}`;
    expect(JSON.parse(JSON.stringify(result))).toEqual({ errors: [{ message }] });
    await collect(fetcher({ query: '{ a }', operationName: 'IntrospectionQuery' }));
    const end = { state: 'failed', status, problem: message, ms: expect.any(Number) };
    expect(ends).toEqual([end, end]);
  });

  it('reports events that end before the result', async () => {
    const endpoint = await startServer(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('event: progress\ndata: {"calls":1,"answered":0}\n\n');
    });
    const [result] = await collect(createFetcher({ endpoint, ...silent })({ query: '{ a }' }));
    const message = 'The response has ended before its result.';
    expect(JSON.parse(JSON.stringify(result))).toEqual({ errors: [{ message }] });
  });

  it('says in one sentence that the gateway does not respond', async () => {
    const endpoint = await startServer(async (request) => void request.socket.destroy());
    const ends: RunEnd[] = [];
    const fetcher = createFetcher({
      endpoint,
      ...silent,
      onStart: () => ({ onProgress: () => {}, onEnd: (end) => void ends.push(end) }),
    });
    const [result] = await collect(fetcher({ query: '{ a }' }));
    const message = 'The gateway does not respond. Check that it is running, and try again.';
    expect(JSON.parse(JSON.stringify(result))).toEqual({ errors: [{ message }] });
    expect(ends).toMatchObject([{ state: 'failed', problem: message }]);
  });

  it('says which header cannot be sent, and sends nothing', async () => {
    let requests = 0;
    const endpoint = await startServer(async (_, response) => {
      requests++;
      response.end('{"data":{}}');
    });
    const ends: RunEnd[] = [];
    const fetcher = createFetcher({
      endpoint,
      ...silent,
      headers: () => ({ Authorization: 'Bearer sec\u2026ret' }),
      onStart: () => ({ onProgress: () => {}, onEnd: (end) => void ends.push(end) }),
    });
    const [result] = await collect(fetcher({ query: '{ a }' }));
    const message = 'Request not sent. The header Authorization contains "\u2026", which HTTP cannot send.';
    expect(JSON.parse(JSON.stringify(result))).toEqual({ errors: [{ message }] });
    expect(ends).toEqual([{ state: 'unsent', problem: message }]);
    expect(requests).toBe(0);
  });

  it('counts the bytes of a response, not its characters', async () => {
    const endpoint = await startServer(async (_, response) => void response.end('{"data":{"a":"ü€"}}'));
    const ends: RunEnd[] = [];
    const fetcher = createFetcher({
      endpoint,
      ...silent,
      onStart: () => ({ onProgress: () => {}, onEnd: (end) => void ends.push(end) }),
    });
    await collect(fetcher({ query: '{ a }' }));
    expect(ends).toMatchObject([{ state: 'done', response: { size: 22 } }]);
  });

  it('sends the headers of the connection, which those of a tab replace', async () => {
    const seen: (string | undefined)[][] = [];
    const endpoint = await startServer(async ({ headers }, response) => {
      seen.push([headers.authorization, headers['x-team'] as string | undefined]);
      response.end('{"data":{}}');
    });
    const headers = () => ({ Authorization: 'Bearer all', 'x-team': 'docs' });
    const fetcher = createFetcher({ endpoint, ...silent, headers });
    await collect(fetcher({ query: '{ a }' }));
    await collect(fetcher({ query: '{ a }' }, { headers: { authorization: 'Bearer tab' } }));
    await collect(fetcher({ query: '{ a }', operationName: 'IntrospectionQuery' }));
    expect(seen).toEqual([
      ['Bearer all', 'docs'],
      ['Bearer tab', 'docs'],
      ['Bearer all', 'docs'],
    ]);
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
    const ends: RunEnd[] = [];
    const fetcher = createFetcher({
      endpoint,
      ...silent,
      onStart: () => ({ onProgress: () => {}, onEnd: (end) => void ends.push(end) }),
    });
    const results = fetcher({ query: '{ a }' });
    const collected = collect(results);
    await arrived;
    if (!isIterable(results)) throw new Error('The fetcher did not return an iterable.');
    await results[Symbol.asyncIterator]().return?.();
    expect(await collected).toEqual([]);
    expect(ends).toMatchObject([{ state: 'stopped' }]);
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
