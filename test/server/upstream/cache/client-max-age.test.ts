import { describe, expect, it } from 'vitest';
import { type CachedWorld, cachedWorlds } from '../../../support/cache/versioned-service.ts';
import { json, type Reply } from '../../../support/upstreams/fault-upstream.ts';

const start = cachedWorlds();

/** Sends a query by GET; gives what the client may do with its response. */
async function controlOf({ gateway }: CachedWorld, query: string, headers: Record<string, string> = {}) {
  const url = `${gateway.url}/graphql?query=${encodeURIComponent(query)}`;
  const response = await fetch(url, { headers: { accept: 'application/json', authorization: 'Bearer t', ...headers } });
  await response.text();
  return {
    status: response.status,
    control: response.headers.get('cache-control'),
    etag: response.headers.get('etag'),
  };
}

const query = '{ organization(id: "o1") { title } }';

/** The seconds of `private, max-age=`. */
const secondsIn = (control: string | null) => Number(/^private, max-age=(\d+)$/.exec(control ?? '')?.[1]);

describe('CACHE_CLIENT_MAX_AGE', () => {
  it('is off by default: clients ask each time', async () => {
    const world = await start();
    for (let i = 0; i < 3; i++) await controlOf(world, query);
    expect(await controlOf(world, query)).toMatchObject({ control: 'private, no-cache', etag: expect.any(String) });
  });

  it.each([
    ['the setting, where the result is kept for longer', '10s', {}, 10],
    ['what the result has left, where that is less', '1h', { 'cache-control': 'max-age=20' }, 20],
  ])('is at most %s', async (_what, CACHE_CLIENT_MAX_AGE, headers, most) => {
    const world = await start({ CACHE_TTL: '10m', CACHE_CLIENT_MAX_AGE });
    world.replyToReads(headers as Record<string, string>);
    for (let i = 0; i < 4; i++) await controlOf(world, query);
    const { control, etag } = await controlOf(world, query);
    expect(secondsIn(control)).toBeGreaterThan(0);
    expect(secondsIn(control)).toBeLessThanOrEqual(most);
    const again = await controlOf(world, query, { 'if-none-match': etag as string });
    expect(again.status).toBe(304);
    expect(secondsIn(again.control)).toBeGreaterThan(0);
  });

  it('is ignored where the embedder tells clients apart, as a browser cannot', async () => {
    const authenticate = () => ({ authorization: 'Bearer t' });
    const world = await start({ CACHE_CLIENT_MAX_AGE: '10s' }, { authenticate });
    for (let i = 0; i < 4; i++) await controlOf(world, query);
    expect((await controlOf(world, query)).control).toBe('private, no-cache');
  });

  it.each<[string, Record<string, string> | Reply]>([
    ['that the service lets nobody store', { 'cache-control': 'no-store' }],
    ['with an error', json({ message: 'no' }, 404)],
  ])('lets no client store a result %s', async (_what, reply) => {
    const world = await start({ CACHE_CLIENT_MAX_AGE: '10s' });
    world.replyToReads(reply);
    for (let i = 0; i < 4; i++) {
      expect(await controlOf(world, query)).toMatchObject({ control: 'no-store', etag: null });
    }
  });
});
