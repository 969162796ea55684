import { ServerResponse } from 'node:http';
import { getIntrospectionQuery } from 'graphql';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { HeldUpstream } from '../../support/upstreams/held-upstream.ts';

const events = 'text/event-stream, application/graphql-response+json;q=0.9';
const organizations = '{ organizations(first: 2) { nodes { title } } }';
const page = { items: [{ object: 'organization', id: 'o1', title: 'One\u2028' }] };

describe('the progress of an execution', () => {
  let upstream: HeldUpstream;
  let gateway: TestGateway;
  beforeEach(async () => {
    upstream = new HeldUpstream();
    const settings = { CORS_ORIGINS: 'https://app.example', RATE_LIMIT_REQUESTS: '100' };
    gateway = await startGateway(await upstream.open(), settings);
  });
  afterEach(async () => {
    await gateway.close();
    await upstream.close();
  });

  interface PostOptions {
    extensions?: object;
    headers?: Record<string, string>;
    signal?: AbortSignal;
    url?: string;
  }

  const post = (
    query: string,
    { extensions = { explain: true }, headers, signal, url = gateway.url }: PostOptions = {},
  ) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: events, authorization: 'Bearer t', ...headers },
      body: JSON.stringify({ query, extensions }),
      ...(signal && { signal }),
    });

  it('is sent as events until the result is, which is the usual one', async () => {
    const response = await post(organizations, { headers: { origin: 'https://app.example' } });
    const { status, headers } = response;
    expect({ status, ...Object.fromEntries(headers) }).toMatchObject({
      status: 200,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'ratelimit-limit': '100',
      'ratelimit-remaining': '99',
      'access-control-allow-origin': 'https://app.example',
      'x-request-id': expect.stringMatching(/./),
    });
    expect(headers.get('vary')).toContain('accept');
    expect(headers.has('content-encoding')).toBe(false);
    const read = eventsOf(response);
    expect(await read.next()).toEqual({ value: ['progress', { calls: 1, answered: 0 }], done: false });
    (await upstream.call(0)).respond(page);
    const all = await rest(read);
    const [name, result] = all.at(-2) ?? [];
    expect(all.filter(([one]) => one !== 'progress').map(([one]) => one)).toEqual(['status', 'next', 'complete']);
    expect(all.at(-3)).toEqual(['status', { status: 200 }]);
    expect(name).toBe('next');
    expect(result).toMatchObject({
      data: { organizations: { nodes: [{ title: 'One\u2028' }] } },
      extensions: { explain: { totals: { calls: 1 } } },
    });
  });

  it('has the schema as text, whatever encodings the client accepts', async () => {
    const start = setInterval;
    // Begins the events at once.
    vi.spyOn(globalThis, 'setInterval').mockImplementation((send, ms) => {
      send();
      return start(send, ms);
    });
    const response = await post(getIntrospectionQuery(), { headers: { 'accept-encoding': 'gzip, br' } });
    const all = await rest(eventsOf(response));
    vi.restoreAllMocks();
    expect(all[0]).toEqual(['progress', { calls: 0, answered: 0 }]);
    expect(all.at(-2)).toEqual(['next', expect.objectContaining({ data: { __schema: expect.anything() } })]);
  });

  it('has a large result in the pieces in which it is serialized', async () => {
    const response = await post('{ organizations(first: 1000) { nodes { title } } }');
    const write = vi.spyOn(ServerResponse.prototype, 'write');
    const titles = Array.from({ length: 1000 }, (_, i) => ({ title: `${i}${'x'.repeat(600)}` }));
    (await upstream.call(0)).respond({
      items: titles.map((item, i) => ({ object: 'organization', id: `o${i}`, ...item })),
    });
    const all = await rest(eventsOf(response));
    const lengths = write.mock.calls.map(([chunk]) => (chunk as Uint8Array).length);
    vi.restoreAllMocks();
    expect(all.slice(-3).map(([name]) => name)).toEqual(['status', 'next', 'complete']);
    expect(all.at(-2)?.[1]).toMatchObject({ data: { organizations: { nodes: titles } } });
    expect(Math.max(...lengths)).toBeLessThan(100_000);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(600_000);
  });

  it('is of the own request alone', async () => {
    const [own, other] = await Promise.all([
      post(organizations),
      post('{ a: organizations(first: 3) { nodes { title } } b: organizations(first: 4) { nodes { title } } }', {
        headers: { authorization: 'Bearer other' },
      }),
    ]);
    const reads = [own, other].map(eventsOf);
    expect(await Promise.all(reads.map(async (read) => (await read.next()).value))).toEqual([
      ['progress', { calls: 1, answered: 0 }],
      ['progress', { calls: 2, answered: 0 }],
    ]);
    for (let call = 0; call < 3; call++) (await upstream.call(call)).respond(page);
    for (const read of reads) expect((await rest(read)).at(-1)).toEqual(['complete', undefined]);
  });

  it('has the status that the response would have', async () => {
    const response = await post(organizations);
    const read = eventsOf(response);
    await read.next();
    (await upstream.call(0)).respond({ error: { code: 401, message: 'No.' } }, 401);
    const all = await rest(read);
    expect(all).toContainEqual(['status', { status: 294 }]);
    expect(all.find(([name]) => name === 'next')?.[1]).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });

  it.each([
    ['explain is not requested', { extensions: {} }],
    ['the client does not accept events', { headers: { accept: 'application/graphql-response+json' } }],
    ['the client accepts no events', { headers: { accept: 'x-text/event-streams, application/json' } }],
  ])('is not sent where %s', async (_, options) => {
    const response = post(organizations, options);
    const call = await upstream.call(0);
    await longerThanAnInterval();
    call.respond(page);
    const { headers } = await response;
    expect(headers.get('content-type')).toMatch(/^application\/(graphql-response\+)?json/);
  });

  it('is not sent where explain is turned off', async () => {
    const closed = await startGateway('http://127.0.0.1:9', { EXPLAIN: 'false' });
    const response = await post(organizations, { url: closed.url });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      422,
      expect.stringMatching(/^application\/graphql-response\+json/),
    ]);
    await closed.close();
  });

  it('does not begin for a document that is invalid', async () => {
    const invalid = await post('{ nope }');
    expect([invalid.status, invalid.headers.get('content-type')]).toEqual([422, expect.stringMatching(/json/)]);
  });

  it('ends with its client, whose reads are cancelled', async () => {
    const abort = new AbortController();
    const response = await post(organizations, { signal: abort.signal });
    await eventsOf(response).next();
    const call = await upstream.call(0);
    abort.abort();
    await call.cancelled;
  });
});

/** Longer than the time after which a response begins with events. */
const longerThanAnInterval = () => new Promise((resolve) => setTimeout(resolve, 300));

type Event = [name: string | undefined, data: unknown];

/** The events of a response: name, and parsed data. */
async function* eventsOf({ body }: Response): AsyncGenerator<Event, void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks.map(parsed);
  }
  expect(text).toBe('');
}

function parsed(block: string): Event {
  const lines = block.split('\n');
  const textOf = (field: string) =>
    lines
      .filter((line) => line.startsWith(`${field}: `))
      .map((line) => line.slice(field.length + 2))
      .join('\n');
  const data = textOf('data');
  return [textOf('event'), data === '' ? undefined : JSON.parse(data)];
}

async function rest(read: AsyncGenerator<Event, void>): Promise<Event[]> {
  const all: Event[] = [];
  for await (const one of read) all.push(one);
  return all;
}
