import { createHmac } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../../../src/server/settings/settings.ts';
import { type CachedWorld, cachedWorlds } from '../../../support/cache/versioned-service.ts';
import { globalIdOf } from '../../../support/execution/expectations.ts';

const start = cachedWorlds();
afterEach(() => void vi.useRealTimers());

const secret = 'a-secret-of-the-cache';
const other = 'another-secret-of-it';

function post({ gateway }: CachedWorld, path: string, body: string, headers: Record<string, string> = {}) {
  return fetch(gateway.url + path, { method: 'POST', body, headers }).then(async (response) => {
    const text = await response.text();
    return { status: response.status, text, headers: response.headers };
  });
}

/** The titles of two spaces: a number changes where the space is read anew. */
async function titles({ gateway }: CachedWorld): Promise<string[]> {
  const { data } = await gateway.execute('{ one: space(id: "s1") { title } two: space(id: "s2") { title } }');
  return [data.one.title, data.two.title];
}

const spaceOne = JSON.stringify({ records: [{ type: 'Space', id: 's1' }] });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('POST /cache/invalidate', () => {
  const environment = { CACHE_INVALIDATION_SECRET: secret };

  it('does not exist without its secret, nor does the one for webhooks', async () => {
    const world = await start();
    for (const path of ['/cache/invalidate', '/cache/webhook'])
      expect((await post(world, path, spaceOne, bearer(secret))).status).toBe(404);
    expect((await fetch(`${(await start(environment)).gateway.url}/cache/invalidate`)).status).toBe(404);
  });

  it('invalidates records, or everything', async () => {
    const world = await start(environment);
    expect(await titles(world)).toEqual(['1', '2']);
    expect(await post(world, '/cache/invalidate', spaceOne, bearer(secret))).toMatchObject({ status: 204, text: '' });
    expect(await titles(world)).toEqual(['3', '2']);
    const json = { ...bearer(secret), 'content-type': 'application/json' };
    expect((await post(world, '/cache/invalidate', '{"all":true}', json)).status).toBe(204);
    expect(await titles(world)).toEqual(['4', '5']);
  });

  it('tells the other processes, too, and waits for them', async () => {
    const told: unknown[] = [];
    const world = await start(environment, { onWriteEnded: async (records) => void told.push(records) });
    await post(world, '/cache/invalidate', spaceOne, bearer(secret));
    await post(world, '/cache/invalidate', '{"all":true}', bearer(secret));
    expect(told).toEqual([[{ type: 'Space', id: 's1' }], undefined]);
  });

  it.each([
    ['no secret', {}],
    ['another one', bearer(other)],
    ['a part of it', bearer(secret.slice(0, -1))],
    ['it and more', bearer(`${secret}x`)],
    ['it in another scheme', { authorization: `Basic ${secret}` }],
  ])('rejects %s, and then invalidates nothing', async (_what, headers: Record<string, string>) => {
    const world = await start(environment);
    await titles(world);
    const { status, text, headers: own } = await post(world, '/cache/invalidate', '{"all":true}', headers);
    expect([status, own.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(text).not.toContain(secret);
    expect(await titles(world)).toEqual(['1', '2']);
  });

  it.each([
    ['no JSON', '{', 400],
    ['nothing', '', 400],
    ['no records', '{"records":[]}', 400],
    ['too many records', JSON.stringify({ records: Array(1001).fill({ type: 'Space', id: 'a' }) }), 400],
    ['deep JSON', '['.repeat(100_000), 400],
    ['an unknown type', '{"records":[{"type":"Space","id":"s1"},{"type":"Elephant","id":"e"}]}', 422],
    ['a body that is too large', ' '.repeat(262_145), 413],
  ])('rejects %s', async (_what, body, expected) => {
    const world = await start(environment);
    await titles(world);
    expect((await post(world, '/cache/invalidate', body, bearer(secret))).status).toBe(expected);
    expect(await titles(world)).toEqual(['1', '2']);
  });

  it('accepts a bounded number of requests in a second', async () => {
    const world = await start(environment);
    const send = () => post(world, '/cache/invalidate', spaceOne, bearer(secret)).then(({ status }) => status);
    vi.useFakeTimers({ toFake: ['performance'] });
    const statuses: number[] = [];
    while (!statuses.includes(429) && statuses.length < 5000) statuses.push(await send());
    expect(statuses).toEqual([...Array(100).fill(204), 429]);
    vi.advanceTimersByTime(1000);
    expect(await send()).toBe(204);
  });
});

describe('POST /cache/webhook', () => {
  const environment = { CACHE_WEBHOOK_SECRET: secret };
  const signed = (text: string, key = secret) => createHmac('sha256', key).update(text);
  const hex = (body: string) => ({ 'x-signature-256': `sha256=${signed(body).digest('hex')}` });
  const event = JSON.stringify({ kind: 'space.updated', space: 's1' });
  // biome-ignore lint/suspicious/noExplicitAny: as an event of a service
  const webhook = ({ space }: any) => [{ type: 'Space', id: space }];

  it('invalidates the records that the function names', async () => {
    const world = await start(environment, { webhook });
    expect(await titles(world)).toEqual(['1', '2']);
    expect((await post(world, '/cache/webhook', event, hex(event))).status).toBe(204);
    expect(await titles(world)).toEqual(['3', '2']);
  });

  it('invalidates everything without a function, whatever the event is', async () => {
    const world = await start(environment);
    await titles(world);
    expect((await post(world, '/cache/webhook', 'no JSON', hex('no JSON'))).status).toBe(204);
    expect(await titles(world)).toEqual(['3', '4']);
  });

  it.each([
    ['returns undefined', () => undefined, ['3', '4']],
    ['returns no records', () => [], ['1', '2']],
    ['reads the event', ({ space: id }: { space: string }) => [{ type: 'Space', id }], ['3', '2']],
    ['resolves to records', async () => [{ type: 'Space', id: 's2' }], ['1', '3']],
    ['fails', () => JSON.parse('{'), ['3', '4']],
    ['rejects', () => Promise.reject(new Error('no')), ['3', '4']],
    ['returns something else', () => [{ id: 's1' }] as never, ['3', '4']],
    ['names an unknown type', () => [{ type: 'Elephant', id: 'e' }], ['3', '4']],
  ])('invalidates what it must where the function %s', async (_what, mapping, expected) => {
    const world = await start(environment, { webhook: mapping });
    await titles(world);
    expect((await post(world, '/cache/webhook', event, hex(event))).status).toBe(204);
    expect(await titles(world)).toEqual(expected);
  });

  const base64 = signed(event).digest('base64');
  it.each<[string, Record<string, string>, number]>([
    ['a signature in base64', { 'x-signature-256': `sha256=${base64}` }, 204],
    ['none', {}, 401],
    ['one of another secret', { 'x-signature-256': `sha256=${signed(event, other).digest('hex')}` }, 401],
    ['one of another body', hex(`${event} `), 401],
    ['one without the prefix', { 'x-signature-256': base64 }, 401],
    ['a part of one', { 'x-signature-256': `sha256=${base64.slice(0, 20)}` }, 401],
    ['one in another header', { 'x-signature': `sha256=${base64}` }, 401],
  ])('checks the signature: %s', async (_what, headers, expected) => {
    const world = await start(environment);
    await titles(world);
    expect((await post(world, '/cache/webhook', event, headers)).status).toBe(expected);
    expect(await titles(world)).toEqual(expected === 204 ? ['3', '4'] : ['1', '2']);
  });

  it('takes the names of headers from the settings, and bounds the age of a webhook with a time', async () => {
    const world = await start({
      ...environment,
      CACHE_WEBHOOK_SIGNATURE_HEADER: 'X-Docs-Signature',
      CACHE_WEBHOOK_SIGNATURE_PREFIX: 'none',
      CACHE_WEBHOOK_TIMESTAMP_HEADER: 'X-Docs-Time',
      CACHE_WEBHOOK_MAX_AGE: '1m',
    });
    const statusAt = async (time: string, text = `${time}.${event}`) => {
      const headers = { 'x-docs-signature': signed(text).digest('hex'), 'x-docs-time': time };
      return (await post(world, '/cache/webhook', event, headers)).status;
    };
    const now = Math.floor(Date.now() / 1000);
    expect(await statusAt(`${now}`)).toBe(204);
    expect(await statusAt(`${now - 30}`)).toBe(204);
    expect(await statusAt(`${now}`, event)).toBe(401);
    for (const time of [now - 70, now + 70, 'x', '']) expect(await statusAt(`${time}`)).toBe(401);
  });

  it('rejects an event that is no JSON for a function', async () => {
    const world = await start(environment, { webhook });
    expect((await post(world, '/cache/webhook', '{', hex('{'))).status).toBe(400);
  });
});

describe('both paths', () => {
  const environment = { CACHE_INVALIDATION_SECRET: secret, CACHE_WEBHOOK_SECRET: secret };
  const event = 'an event';
  const signature = { 'x-signature-256': `sha256=${createHmac('sha256', secret).update(event).digest('hex')}` };
  const held: ClientRequest[] = [];
  let statuses: (number | undefined)[] = [];
  afterEach(() => {
    for (const one of held.splice(0)) one.destroy();
    statuses = [];
  });

  function webhook({ gateway }: CachedWorld, localAddress: string, bytes: number): ClientRequest {
    const headers = { ...signature, 'content-length': bytes };
    return request(`${gateway.url}/cache/webhook`, { method: 'POST', headers, localAddress });
  }

  /** Sends the first bytes of a webhook that has no end. Its status comes to `statuses`. */
  async function hold(world: CachedWorld, localAddress: string, first = ' ', bytes = 100): Promise<void> {
    const one = webhook(world, localAddress, bytes);
    one.on('response', ({ statusCode }) => statuses.push(statusCode)).on('error', () => {});
    held.push(one);
    await new Promise<void>((resolve) => {
      one.write(first, () => resolve());
    });
  }

  const send = (world: CachedWorld, localAddress: string) =>
    new Promise((resolve) => {
      webhook(world, localAddress, event.length)
        .on('response', ({ statusCode }) => resolve(statusCode))
        .end(event);
    });

  it('are read while others send hundreds of webhooks that have no end', async () => {
    const world = await start(environment);
    for (const last of [2, 3, 4, 5]) for (let i = 0; i < 64; i++) await hold(world, `127.0.0.${last}`);
    expect([await send(world, '127.0.0.1'), await send(world, '127.0.0.2')]).toEqual([204, 204]);
    expect((await post(world, '/cache/invalidate', spaceOne, bearer(secret))).status).toBe(204);
    expect(statuses).toEqual([]);
  });

  it('wait beyond MAX_ADDRESS_REQUESTS of their address', async () => {
    const world = await start({ ...environment, MAX_ADDRESS_REQUESTS: '1' });
    await hold(world, '127.0.0.2');
    const waiting = send(world, '127.0.0.2');
    expect(await send(world, '127.0.0.1')).toBe(204);
    expect(await Promise.race([waiting, 'waiting'])).toBe('waiting');
    for (const one of held) one.destroy();
    expect(await waiting).toBe(204);
  });

  it('reject bodies beyond MAX_PENDING_BODY_BYTES', async () => {
    const world = await start({ ...environment, MAX_PENDING_BODY_BYTES: '1024' });
    await hold(world, '127.0.0.2', ' '.repeat(2000), 5000);
    await expect.poll(() => statuses).toEqual([503]);
    expect(await send(world, '127.0.0.2')).toBe(204);
  });

  it('count for RATE_LIMIT_ADDRESS, and for no limit of clients', async () => {
    const limits = { RATE_LIMIT_REQUESTS: '1', RATE_LIMIT_CALLS: '1', RATE_LIMIT_ADDRESS: '5' };
    const world = await start({ ...environment, ...limits });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      statuses.push((await post(world, '/cache/invalidate', spaceOne, bearer(secret))).status);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  });
});

describe('the id of a record', () => {
  it('may be its global id', async () => {
    const world = await start();
    await titles(world);
    await world.gateway.gateway.invalidate([{ type: 'Space', id: globalIdOf('Space', 's1') }]);
    expect(await titles(world)).toEqual(['3', '2']);
  });

  it.each(['', undefined])('must not be %j', async (id) => {
    const { gateway } = (await start()).gateway;
    const message = 'Cannot invalidate a Space without an id.';
    await expect(gateway.invalidate([{ type: 'Space', id: id as string }])).rejects.toThrow(new TypeError(message));
  });
});

describe('a record of an unknown type', () => {
  const records = [
    { type: 'Space', id: 's1' },
    { type: 'Elephant', id: 'e' },
  ];

  it('is rejected by invalidate, and thrown by invalidateReads; neither invalidates anything', async () => {
    const world = await start();
    const { gateway } = world.gateway;
    await titles(world);
    await expect(gateway.invalidate(records)).rejects.toThrow(TypeError);
    expect(() => gateway.invalidateReads(records)).toThrow(TypeError);
    expect(await titles(world)).toEqual(['1', '2']);
  });
});

it.each([
  [{ CACHE_INVALIDATION_SECRET: 'short' }, 'CACHE_INVALIDATION_SECRET must have at least 16 characters.'],
  [{ CACHE_WEBHOOK_SECRET: 'with a space in it ' }, 'CACHE_WEBHOOK_SECRET must have visible ASCII characters only.'],
  [
    { CACHE_WEBHOOK_SIGNATURE_HEADER: 'a b' },
    'CACHE_WEBHOOK_SIGNATURE_HEADER must be the name of a header, not "a b".',
  ],
])('rejects %o at the start', (environment, message) => {
  expect(() => readSettings(environment as unknown as Record<string, string>)).toThrow(message);
});
