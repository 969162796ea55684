import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Fetcher } from '@graphiql/toolkit';
import type { ExecutionResult } from 'graphql';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, createFetcher } from '../../src/explorer/app/fetcher.ts';
import { storageWithoutHeaders } from '../../src/explorer/app/storage.ts';

describe("the explorer's storage", () => {
  const headers = '{"Authorization":"Bearer start"}';
  const past = { query: '{ a }', variables: '{}', headers: '{"Authorization":"Bearer secret"}', favorite: false };

  it.each(['queries', 'favorites'])('keeps past %s without their headers, and gives them those of now', (list) => {
    const { storage, stored } = memoryStorage();
    storage.setItem(`graphiql:${list}`, JSON.stringify({ [list]: [past] }));
    expect([...stored.values()].join()).toContain('{ a }');
    expect([...stored.values()].join()).not.toContain('secret');
    const read = JSON.parse(storage.getItem(`graphiql:${list}`) ?? '');
    expect(read).toEqual({ [list]: [{ ...past, headers }] });
  });

  it('keeps other values as they are, and apart from those of other pages', () => {
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

  /** `localStorage` as far as the explorer needs it: its keys are the object's own, as in a browser. */
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

describe("the explorer's fetcher", () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  it('sends explain only while it is on, never with the introspection, and tells of each answer', async () => {
    const bodies: { extensions?: unknown }[] = [];
    const endpoint = await answering(async (request, response) => {
      bodies.push(JSON.parse(await text(request)));
      response.end('{"data":{"a":1}}');
    });
    let explain = false;
    const answers: Answer[] = [];
    const fetcher = createFetcher({ endpoint, explain: () => explain, onAnswer: (answer) => answers.push(answer) });
    const run = (operationName?: string) => collect(fetcher({ query: '{ a }', operationName }));
    expect(await run()).toEqual([{ data: { a: 1 } }]);
    explain = true;
    await run('Q');
    await run('IntrospectionQuery');
    expect(bodies.map(({ extensions }) => extensions)).toEqual([undefined, { explain: true }, undefined]);
    expect(answers.map(({ status, size }) => [status, size])).toEqual([
      [200, 16],
      [200, 16],
    ]);
  });

  it('says what came where no GraphQL server answered', async () => {
    const endpoint = await answering(async (_request, response) => {
      response.writeHead(502).end('<h1>Bad gateway</h1>');
    });
    const fetcher = createFetcher({ endpoint, explain: () => false, onAnswer: () => {} });
    await expect(collect(fetcher({ query: '{ a }' }))).rejects.toThrow('HTTP 502 Bad Gateway): <h1>Bad gateway</h1>');
  });

  it('aborts the request and ends without an answer when it is stopped', async () => {
    let closed: Promise<unknown> | undefined;
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const endpoint = await answering(async (request) => {
      closed = once(request.socket, 'close');
      arrive();
    });
    const fetcher = createFetcher({ endpoint, explain: () => false, onAnswer: () => {} });
    const answer = fetcher({ query: '{ a }' });
    const collected = collect(answer);
    await arrived;
    if (!isIterable(answer)) throw new Error('The fetcher answers with an iterable.');
    await answer[Symbol.asyncIterator]().return?.();
    expect(await collected).toEqual([]);
    await closed;
  });

  async function collect(answer: ReturnType<Fetcher>): Promise<unknown[]> {
    if (!isIterable(answer)) throw new Error('The fetcher answers with an iterable.');
    const results: unknown[] = [];
    for await (const result of answer) results.push(result);
    return results;
  }

  function isIterable(answer: ReturnType<Fetcher>): answer is AsyncIterable<ExecutionResult> {
    return Symbol.asyncIterator in answer;
  }

  async function answering(handler: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
    server = createServer((request, response) => void handler(request, response));
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  }
});
