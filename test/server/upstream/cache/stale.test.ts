import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { describeEachStore } from '../../../support/cache/each-store.ts';
import type { CachedWorld } from '../../../support/cache/versioned-service.ts';
import { globalIdOf } from '../../../support/execution/expectations.ts';
import { parseMetrics, readMetrics, sumOf } from '../../../support/services/metrics.ts';
import { json, type Reply, text } from '../../../support/upstreams/fault-upstream.ts';

const deleteTeam = `mutation { deleteTeam(input: { id: "${globalIdOf('Team', 'o1', 't')}" }) { deletedId } }`;
const expired = { 'cache-control': 'max-age=1', age: '1' };
const whileRevalidating = { CACHE_STALE_WHILE_REVALIDATE: '10m', UPSTREAM_RETRIES: '0', CIRCUIT_BREAKER: '0' };
const ifError = { CACHE_STALE_IF_ERROR: '10m', UPSTREAM_RETRIES: '0', CIRCUIT_BREAKER: '0' };

/** What a read gives: its title, and how it got it. */
async function read({ gateway }: CachedWorld, token?: string) {
  const { data, calls } = await gateway.execute('{ organization(id: "o1") { title } }', token ? { token } : {});
  const [call] = calls as { cached: boolean; stale?: boolean }[];
  return [data.organization?.title ?? null, call?.stale ? 'stale' : call?.cached ? 'hit' : 'read'];
}

/** Waits until the service has got so many reads, and their responses are kept. */
async function untilRead(world: CachedWorld, count: number): Promise<void> {
  await expect.poll(() => world.reads.length).toBe(count);
}

/** How many calls to the service ended with a status, as a scrape over HTTP shows it. */
async function callsWith({ gateway }: CachedWorld, status: string): Promise<number> {
  const metrics = await readMetrics(`${gateway.url}/metrics`);
  return sumOf(metrics, 'http_client_request_duration_seconds_count', `http_response_status_code="${status}"`);
}

/** Reads once; then 1 where the circuit breaker is open. */
async function circuitOf(world: CachedWorld): Promise<number> {
  await read(world);
  return sumOf(await readMetrics(`${world.gateway.url}/metrics`), 'docgraph_circuit_open');
}

/** From now on, reads wait: the last one gets the reply when the function is called that is returned. */
function holdReads(world: CachedWorld, reply: Reply): () => void {
  let release = () => {};
  world.replyToReads((response, request) => {
    release = () => reply(response, request);
  });
  return () => release();
}

describeEachStore('an expired response in', (startWorld) => {
  const start = (environment: Record<string, string> = {}) => startWorld({ METRICS: 'true', ...environment });

  describe('with CACHE_STALE_WHILE_REVALIDATE', () => {
    it('is used at once, and read anew once in the background', async () => {
      const world = await start(whileRevalidating);
      world.replyToReads(expired);
      expect(await read(world)).toEqual(['1', 'read']);
      expect(await read(world)).toEqual(['1', 'stale']);
      await untilRead(world, 2);
      world.replyToReads({});
      await expect.poll(async () => (await read(world))[1]).toBe('hit');
      const [title] = await read(world);
      expect(Number(title)).toBeGreaterThan(2);
      const metrics = parseMetrics(await (await fetch(`${world.gateway.url}/metrics`)).text());
      expect(sumOf(metrics, 'docgraph_cache_stale_total')).toBeGreaterThan(0);
    });

    it('is used while the service does not respond, with one read for all', async () => {
      const world = await start(whileRevalidating);
      world.replyToReads(expired);
      await read(world);
      const release = holdReads(world, text('', 503));
      for (let i = 0; i < 5; i++) expect(await read(world)).toEqual(['1', 'stale']);
      await untilRead(world, 2);
      release();
    });

    it('counts the reads in the background as calls to the service', async () => {
      const world = await start({ ...whileRevalidating, UPSTREAM_TIMEOUT: '1000' });
      world.replyToReads(expired);
      await read(world);
      for (const status of ['503', 'none']) {
        world.replyToReads(status === '503' ? text('', 503) : () => {});
        expect(await read(world)).toEqual(['1', 'stale']);
        await expect.poll(() => callsWith(world, status)).toBe(1);
      }
      world.replyToReads(expired);
      await read(world);
      await expect.poll(() => callsWith(world, '200')).toBe(2);
    });

    it('counts a read in the background that REQUEST_TIMEOUT ends as one without a response', async () => {
      const world = await start({ ...whileRevalidating, REQUEST_TIMEOUT: '300' });
      world.replyToReads(expired);
      await read(world);
      world.replyToReads(() => {});
      expect(await read(world)).toEqual(['1', 'stale']);
      await expect.poll(() => callsWith(world, 'none')).toBe(1);
    });

    it('is not used after a write, and what a write has overtaken is not kept', async () => {
      const world = await start(whileRevalidating);
      world.replyToReads(expired);
      await read(world);
      const release = holdReads(world, json({ id: 'o1', title: 'overtaken' }));
      expect(await read(world)).toEqual(['1', 'stale']);
      await untilRead(world, 2);
      await world.gateway.execute(deleteTeam);
      release();
      world.replyToReads(expired);
      expect(await read(world)).toEqual(['2', 'read']);
      expect(await read(world)).toEqual(['2', 'stale']);
    });

    it('belongs to its own client', async () => {
      const world = await start(whileRevalidating);
      world.replyToReads(expired);
      await read(world, 'one');
      expect(await read(world, 'two')).toEqual(['2', 'read']);
    });

    it.each(['403', '404', '401'])('is not used any more after status %s', async (status) => {
      const world = await start(whileRevalidating);
      world.replyToReads(expired);
      await read(world);
      world.replyToReads(text('{}', Number(status)));
      await expect.poll(async () => (await read(world))[0]).toBeNull();
    });

    it('makes no result of a query that is kept', async () => {
      const world = await start(whileRevalidating);
      world.replyToReads(expired);
      await world.title();
      const release = holdReads(world, text('', 503));
      for (let i = 0; i < 3; i++) expect(await world.title()).toBe('1');
      await world.gateway.execute(deleteTeam);
      release();
      world.replyToReads({});
      expect(await world.title()).toBe('2');
    });
  });

  describe('with CACHE_STALE_IF_ERROR', () => {
    it.each<[string, Reply]>([
      ['status 500', text('', 500)],
      ['status 503', text('', 503)],
      ['a closed connection', (response) => response.destroy()],
    ])('is used after %s, and not before', async (_what, failure) => {
      const world = await start(ifError);
      world.replyToReads(expired);
      expect(await read(world)).toEqual(['1', 'read']);
      expect(await read(world)).toEqual(['2', 'read']);
      world.replyToReads(failure);
      expect(await read(world)).toEqual(['2', 'stale']);
      await world.gateway.execute(deleteTeam);
      expect((await read(world))[0]).toBeNull();
    });

    it('counts for each read that gets it', async () => {
      const world = await start(ifError);
      world.replyToReads(expired);
      await read(world);
      const fail = holdReads(world, text('', 503));
      const reads = ['title', 'id title'].map((fields) =>
        world.gateway.execute(`{ organization(id: "o1") { ${fields} } }`),
      );
      await untilRead(world, 2);
      // The other one joins the exchange meanwhile.
      await delay(500);
      world.replyToReads(text('', 503));
      fail();
      await Promise.all(reads);
      const metrics = parseMetrics(await (await fetch(`${world.gateway.url}/metrics`)).text());
      expect(sumOf(metrics, 'docgraph_cache_stale_total', 'reason="error"')).toBe(2);
    });

    it('is not used by a read that a write has overtaken', async () => {
      const world = await start(ifError);
      world.replyToReads(expired);
      await read(world);
      const fail = holdReads(world, text('', 503));
      const reading = read(world);
      await untilRead(world, 2);
      await world.gateway.execute(deleteTeam);
      fail();
      expect((await reading)[0]).toBeNull();
    });

    it('is used while the circuit breaker is open', async () => {
      const world = await start({ ...ifError, CIRCUIT_BREAKER: '1' });
      world.replyToReads(expired);
      await read(world);
      world.replyToReads(text('', 503));
      for (let i = 0; i < 3; i++) expect(await read(world)).toEqual(['1', 'stale']);
    });

    it('is used after a write that was not sent, as the circuit breaker is open', async () => {
      const world = await start({ ...ifError, CIRCUIT_BREAKER: '1' });
      world.replyToReads(expired);
      await read(world);
      world.replyToReads(text('', 503));
      await expect.poll(() => circuitOf(world), { interval: 5 }).toBe(1);
      const { errors } = await world.gateway.execute(deleteTeam);
      expect(errors).toMatchObject([{ message: 'The service is down. Try again later. The write was not sent.' }]);
      expect(await read(world)).toEqual(['1', 'stale']);
    });

    it.each([401, 403, 404, 410])('is not used after status %d, nor later', async (status) => {
      const world = await start(ifError);
      world.replyToReads(expired);
      await read(world);
      world.replyToReads(text('{}', status));
      expect((await read(world))[0]).toBeNull();
      world.replyToReads(text('', 503));
      expect((await read(world))[0]).toBeNull();
    });

    it('is not used any more where the service has confirmed another one', async () => {
      const world = await start(ifError);
      world.replyToReads({ ...expired, etag: '"a"' });
      await read(world);
      world.replyToReads((response, request) => {
        const isConditional = request.headers['if-none-match'] !== undefined;
        (isConditional ? text('', 304, { etag: '"z"' }) : text('', 403))(response, request);
      });
      expect(await read(world)).toEqual([null, 'read']);
      world.replyToReads(text('', 500));
      expect(await read(world)).toEqual([null, 'read']);
    });

    it('goes where a later response must not be stored', async () => {
      const world = await start(ifError);
      world.replyToReads(expired);
      await read(world);
      world.replyToReads({ 'cache-control': 'no-store' });
      await read(world);
      world.replyToReads(text('', 503));
      expect((await read(world))[0]).toBeNull();
    });
  });

  it.each<Record<string, string>>([
    ...[
      'max-age=0, must-revalidate',
      'max-age=0, proxy-revalidate',
      's-maxage=0',
      'no-cache',
      'no-store',
      'max-age=0',
      'max-age=0, stale-if-error=0, stale-while-revalidate=0',
      'max-age=0, stale-if-error=x, stale-while-revalidate=x',
    ].map((control) => ({ 'cache-control': control })),
    { pragma: 'no-cache' },
    { expires: '0' },
    { expires: 'Sat, 01 Jan 2000 00:00:00 GMT' },
  ])('is not used where the service says %o', async (headers) => {
    const validators: Record<string, string>[] = [{}, { etag: '"1"' }];
    for (const validator of validators) {
      const world = await start({ ...ifError, ...whileRevalidating });
      world.replyToReads({ ...headers, ...validator });
      expect(await read(world)).toEqual(['1', 'read']);
      expect(await read(world)).toEqual(['2', 'read']);
      world.replyToReads(text('', 503));
      expect((await read(world))[0]).toBeNull();
    }
  });

  it('is not used longer than the settings say, nor without them', async () => {
    const briefly: Record<string, string> = { CACHE_STALE_IF_ERROR: '1', CACHE_STALE_WHILE_REVALIDATE: '1' };
    for (const settings of [briefly, {}]) {
      const world = await start({ ...ifError, CACHE_STALE_IF_ERROR: '0', ...settings });
      world.replyToReads({ 'cache-control': 'max-age=0, stale-if-error=600, stale-while-revalidate=600' });
      await read(world);
      await new Promise((resolve) => setTimeout(resolve, 10));
      world.replyToReads(text('', 503));
      expect((await read(world))[0]).toBeNull();
    }
  });

  it('is shown in the log', async () => {
    const world = await start({ ...ifError, LOG_LEVEL: 'info' });
    world.replyToReads(expired);
    await world.title();
    world.replyToReads(text('', 503));
    await world.title();
    const lines = world.gateway.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ stale, cached }) => stale === 1 && cached === 1)).toHaveLength(1);
  });
});
