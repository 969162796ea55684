import { afterEach, describe, expect, it } from 'vitest';
import { acme, embeddedGateways } from '../../../support/gateways/embedded-gateway.ts';
import { sha256 } from '../../../support/gateways/manifests.ts';
import { skipsRedis, TestRedis } from '../../../support/services/redis.ts';

const startWorld = embeddedGateways();
const servers: TestRedis[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.remove();
});

async function startRedis(): Promise<TestRedis> {
  const redis = await TestRedis.start();
  servers.push(redis);
  return redis;
}

const keyOf = (query: string) => `docgraph:apq:1:${sha256(query)}`;

/** A process with this Redis. `send` resolves to OK, or to the code of the first error. */
async function startProcess(REDIS_URL: string, environment: Record<string, string> = {}) {
  const { gateway, log } = await startWorld({}, { REDIS_URL, ...environment });
  const send = async (query: string, isRegistered: boolean) => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256(query) } };
    const { errors } = await gateway.execute({ query: isRegistered ? undefined : query, extensions });
    return errors?.[0]?.extensions?.code ?? 'OK';
  };
  const messages = () => log.map((line) => JSON.parse(line).msg).filter((msg) => /redis/i.test(msg));
  return {
    gateway,
    messages,
    register: (query: string) => send(query, false),
    byHash: (query: string) => send(query, true),
  };
}

const query = 'query Shared { organization(id: "a") { title } }';
const shared = 'persisted queries are shared in Redis';
const local = 'Redis is not available: each process keeps its own persisted queries';
const notFound = 'PERSISTED_QUERY_NOT_FOUND';

describe.skipIf(skipsRedis)('persisted queries in Redis', () => {
  it('are shared by several processes, for a day', async () => {
    const redis = await startRedis();
    const [one, two] = [await startProcess(redis.url), await startProcess(redis.url)];
    expect(await one.byHash(query)).toBe(notFound);
    await expect.poll(one.messages).toEqual([shared]);
    expect(await one.register(query)).toBe('OK');
    const stored = () => redis.use((client) => client.get(keyOf(query)));
    await expect.poll(stored).toBe(query);
    await expect.poll(() => two.byHash(query)).toBe('OK');
    const seconds = await redis.use((client) => client.ttl(keyOf(query)));
    expect([seconds > 86_000, seconds <= 86_400]).toEqual([true, true]);
    expect(two.messages()).toEqual([shared]);
  });

  it('are not shared where the service has not answered them', async () => {
    const redis = await startRedis();
    const process = await startProcess(redis.url);
    const queries = ['query None { __typename }', 'query Missing { organization(id: "b") { title } }', query];
    await process.byHash(query);
    await expect.poll(process.messages).toEqual([shared]);
    for (const text of queries) await process.register(text);
    await expect.poll(() => redis.use((client) => client.keys('docgraph:apq:1:*'))).toContain(keyOf(query));
    const keys = await redis.use((client) => client.keys('docgraph:apq:1:*'));
    expect(queries.filter((text) => keys.includes(keyOf(text)))).toEqual([query]);
    expect(await process.byHash('query None { __typename }')).toBe('OK');
  });

  it('are shared up to 4 MiB in an hour', async () => {
    const redis = await startRedis();
    const process = await startProcess(redis.url);
    await process.byHash(query);
    await expect.poll(process.messages).toEqual([shared]);
    const text = (i: number) => `# ${i} ${'x'.repeat(65_000)}\n${query}`;
    for (let i = 0; i < 70; i++) expect(await process.register(text(i))).toBe('OK');
    const count = async () => (await redis.use((client) => client.keys('docgraph:apq:1:*'))).length;
    const most = Math.floor(4_194_304 / text(0).length);
    await expect.poll(count).toBeGreaterThanOrEqual(most);
    expect(await redis.use((client) => client.exists(...Array.from({ length: 70 }, (_, i) => keyOf(text(i)))))).toBe(
      most,
    );
  });

  it('are not executed where the text has another hash, or is too large', async () => {
    const redis = await startRedis();
    const large = `# ${'x'.repeat(70_000)}\n${query}`;
    await redis.use(async (client) => {
      await client.set(keyOf(query), 'mutation { deleteSpace(input: { id: "s" }) { clientMutationId } }');
      await client.set(keyOf(large), large);
    });
    const process = await startProcess(redis.url);
    expect([await process.byHash(query), await process.byHash(large)]).toEqual([notFound, notFound]);
    const mismatch = 'a persisted query in Redis does not match its hash';
    await expect.poll(async () => (await process.byHash(query)) && process.messages()).toContain(mismatch);
    expect(await process.register(query)).toBe('OK');
    expect(await process.byHash(query)).toBe('OK');
  });

  it.each<[string, (redis: TestRedis) => Promise<void> | void]>([
    ['killed', (redis) => redis.kill()],
    ['frozen', (redis) => redis.freeze()],
  ])('are kept by each process while Redis is %s', async (_, fail) => {
    const redis = await startRedis();
    const process = await startProcess(redis.url);
    await process.byHash(query);
    await expect.poll(() => process.messages()).toEqual([shared]);
    await fail(redis);
    const answers: unknown[] = [];
    for (const name of ['A', 'B', 'C']) {
      const own = `query ${name} { __typename }`;
      answers.push(await process.byHash(own), await process.register(own), await process.byHash(own));
    }
    expect(answers).toEqual([notFound, 'OK', 'OK', notFound, 'OK', 'OK', notFound, 'OK', 'OK']);
    await expect.poll(() => process.messages()).toEqual([shared, local]);
    redis.resume();
  });

  it('take no connection where no client uses them', async () => {
    const redis = await startRedis();
    const process = await startProcess(redis.url);
    await process.gateway.execute({ query });
    expect(await redis.use((client) => client.client('LIST'))).toSatisfy(
      (list: unknown) => String(list).trim().split('\n').length === 1,
    );
    expect(process.messages()).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['persisted queries', {}],
    ['rate limits', { RATE_LIMIT_REQUESTS: '9' }],
  ])('end their connections with the gateway, as those of %s do', async (_, environment) => {
    const redis = await startRedis();
    const process = await startProcess(redis.url, environment);
    const connections = async () =>
      String(await redis.use((client) => client.client('LIST')))
        .trim()
        .split('\n').length;
    await process.byHash(query);
    await expect.poll(connections).toBeGreaterThan(1);
    await process.gateway.close();
    await expect.poll(connections).toBe(1);
  });
});

describe('persisted queries without Redis', () => {
  it('are kept in memory, and found by hashes in hex alone', async () => {
    const { gateway } = await startWorld();
    const send = (sha256Hash: string, text?: string) =>
      gateway.execute({ query: text, extensions: { persistedQuery: { version: 1, sha256Hash } } });
    expect(await send(sha256(query), query)).toEqual(acme);
    expect(await send(sha256(query))).toEqual(acme);
    for (const hash of ['', '__proto__', 'x'.repeat(100_000), sha256(query).toUpperCase()]) {
      expect(await send(hash)).toMatchObject({ errors: [{ extensions: { code: notFound } }] });
    }
  });
});
