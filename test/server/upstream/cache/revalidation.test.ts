import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { describeEachStore } from '../../../support/cache/each-store.ts';
import type { CachedWorld } from '../../../support/cache/versioned-service.ts';
import { globalIdOf } from '../../../support/execution/expectations.ts';
import { parseMetrics, sumOf } from '../../../support/services/metrics.ts';
import { cut, json, type ReceivedRequest, type Reply, text } from '../../../support/upstreams/fault-upstream.ts';

const query = '{ organization(id: "o1") { title } }';
const deleteTeam = `mutation { deleteTeam(input: { id: "${globalIdOf('Team', 'o1', 't')}" }) { deletedId } }`;

const titled = (title: string, headers: Record<string, string>): Reply => json({ id: 'o1', title }, 200, headers);

/** What a read gives: its title, whether the cache answered, and whether the service confirmed it. */
async function read({ gateway }: CachedWorld) {
  const { data, calls } = await gateway.execute(query);
  const [{ cached, revalidated, status } = {}] = calls as {
    cached?: boolean;
    revalidated?: boolean;
    status?: number;
  }[];
  return [data.organization?.title ?? null, cached ? 'hit' : revalidated ? 'confirmed' : `${status}`];
}

const conditionsIn = (requests: readonly ReceivedRequest[]) =>
  requests.map(({ headers }) => headers['if-none-match'] ?? headers['if-modified-since']);

describeEachStore('a response in', (start) => {
  /** A service with a title, which sends its ETag, and status 304 to who has it. */
  async function startTagged(environment: Record<string, string> = {}, headers: Record<string, string> = {}) {
    const world = await start({ METRICS: 'true', ...environment });
    const service = { title: 'a', own: headers, of304: {} as Record<string, string> };
    world.replyToReads((response, request) => {
      const etag = `"${service.title}"`;
      const isSame = request.headers['if-none-match'] === etag;
      const reply = isSame
        ? text('', 304, { etag, ...service.of304 })
        : titled(service.title, { etag, ...service.own });
      reply(response, request);
    });
    return { world, service };
  }

  describe('with an ETag', () => {
    it('that a write invalidated is confirmed by the service, and used again', async () => {
      const { world, service } = await startTagged();
      expect(await read(world)).toEqual(['a', '200']);
      expect(await read(world)).toEqual(['a', 'hit']);
      await world.gateway.execute(deleteTeam);
      expect(await read(world)).toEqual(['a', 'confirmed']);
      expect(await read(world)).toEqual(['a', 'hit']);
      service.title = 'b';
      await world.gateway.execute(deleteTeam);
      expect(await read(world)).toEqual(['b', '200']);
      expect(await read(world)).toEqual(['b', 'hit']);
      expect(conditionsIn(world.reads)).toEqual([undefined, '"a"', '"a"']);
      const metrics = parseMetrics(await (await fetch(`${world.gateway.url}/metrics`)).text());
      expect(sumOf(metrics, 'docgraph_cache_revalidations_total')).toBe(2);
    });

    it('that has expired is confirmed, and fresh for its time again', async () => {
      const { world, service } = await startTagged({}, { 'cache-control': 'max-age=1' });
      service.of304 = { 'cache-control': 'max-age=600' };
      await read(world);
      await setTimeout(1010);
      expect(await read(world)).toEqual(['a', 'confirmed']);
      expect(await read(world)).toEqual(['a', 'hit']);
    });

    it.each([['no-cache'], ['max-age=0'], ['private, max-age=0, must-revalidate']])(
      'that is %s is confirmed before each use',
      async (control) => {
        const { world, service } = await startTagged({}, { 'cache-control': control });
        expect(await read(world)).toEqual(['a', '200']);
        for (let i = 0; i < 2; i++) expect(await read(world)).toEqual(['a', 'confirmed']);
        service.title = 'b';
        expect(await read(world)).toEqual(['b', '200']);
        expect(await read(world)).toEqual(['b', 'confirmed']);
      },
    );

    it.each([['no-store'], ['no-store, max-age=60']])('that is %s is not kept', async (control) => {
      const { world } = await startTagged({}, { 'cache-control': control });
      for (let i = 0; i < 2; i++) expect(await read(world)).toEqual(['a', '200']);
      expect(conditionsIn(world.reads)).toEqual([undefined, undefined]);
    });

    it('that the service has changed takes the place of the old one, also where memory is full', async () => {
      const { world, service } = await startTagged({ CACHE_MAX_BYTES: '64KiB' });
      const fill = (id: string) => world.gateway.execute(`{ organization(id: "${id}") { title } }`);
      await read(world);
      for (let i = 0; i < 100; i++) await fill(`o1${'-'.repeat(400)}${i}`);
      expect(await read(world)).toEqual(['a', 'hit']);
      service.title = 'b';
      await world.gateway.execute(deleteTeam);
      expect(await read(world)).toEqual(['b', '200']);
      expect(await read(world)).toEqual(['b', 'hit']);
    });

    it('is used as the headers of its confirmation say', async () => {
      const { world, service } = await startTagged({}, { 'cache-control': 'max-age=0' });
      await read(world);
      service.of304 = { 'cache-control': 'max-age=60' };
      expect(await read(world)).toEqual(['a', 'confirmed']);
      expect(await read(world)).toEqual(['a', 'hit']);
      await world.gateway.execute(deleteTeam);
      service.of304 = { 'cache-control': 'no-store' };
      expect(await read(world)).toEqual(['a', 'confirmed']);
      expect((await read(world))[1]).not.toBe('hit');
    });

    it('is not usable for others after a confirmation that a write has overtaken', async () => {
      const { world, service } = await startTagged();
      await read(world);
      await world.gateway.execute(deleteTeam);
      let confirm = () => {};
      world.replyToReads((response, request) => {
        confirm = () => text('', 304, { etag: '"a"' })(response, request);
      });
      const confirming = read(world);
      await expect.poll(() => world.reads.length).toBe(2);
      service.title = 'b';
      await world.gateway.execute(deleteTeam);
      confirm();
      expect((await confirming)[0]).toBe('a');
      world.replyToReads(titled('b', { etag: '"b"' }));
      expect(await read(world)).toEqual(['b', '200']);
    });

    it.each<[string, Reply]>([
      ['a confirmation', text('', 304, { etag: '"a"' })],
      ['a response', titled('a', { etag: '"a"' })],
    ])('gives its place to a newer one that stays after %s that a write has overtaken', async (_what, late) => {
      const { world } = await startTagged();
      await read(world);
      await world.gateway.execute(deleteTeam);
      let reply = () => {};
      world.replyToReads((response, request) => {
        reply = () => late(response, request);
      });
      const reading = read(world);
      await expect.poll(() => world.reads.length).toBe(2);
      await world.gateway.execute(deleteTeam);
      world.replyToReads(titled('b', { etag: '"b"' }));
      expect(await read(world)).toEqual(['b', '200']);
      reply();
      await reading;
      expect(await read(world)).toEqual(['b', 'hit']);
    });

    it('goes after status 403 that a write has overtaken, and a newer one, too: rights may have been revoked since', async () => {
      const { world } = await startTagged();
      await read(world);
      await world.gateway.execute(deleteTeam);
      let reject = () => {};
      world.replyToReads((response, request) => {
        reject = () => text('{}', 403)(response, request);
      });
      const reading = read(world);
      await expect.poll(() => world.reads.length).toBe(2);
      await world.gateway.execute(deleteTeam);
      world.replyToReads(titled('b', { etag: '"b"' }));
      expect(await read(world)).toEqual(['b', '200']);
      reject();
      expect((await reading)[0]).toBeNull();
      expect(await read(world)).toEqual(['b', '200']);
    });

    it('is asked for once by requests in flight, each of which gets it', async () => {
      const { world } = await startTagged({ SHARE_OPERATIONS: 'false' });
      await read(world);
      await world.gateway.execute(deleteTeam);
      let confirm = () => {};
      world.replyToReads((response, request) => {
        confirm = () => text('', 304, { etag: '"a"' })(response, request);
      });
      const titles = Promise.all(Array.from({ length: 10 }, () => world.title()));
      await expect.poll(() => world.reads.length).toBe(2);
      await setTimeout(200);
      confirm();
      expect(await titles).toEqual(Array(10).fill('a'));
      expect(world.reads).toHaveLength(2);
    });

    it('is confirmed for its own identity alone', async () => {
      const { world } = await startTagged();
      await world.title({ token: 'one' });
      await world.gateway.execute(deleteTeam, { token: 'one' });
      await world.title({ token: 'two' });
      await world.title({ token: 'one' });
      expect(conditionsIn(world.reads)).toEqual([undefined, undefined, '"a"']);
    });

    it.each<[string, Reply[], unknown]>([
      ['another ETag', [text('', 304, { etag: '"z"' }), titled('b', { etag: '"b"' })], ['b', '200']],
      ['an error', [json({ message: 'gone' }, 404)], [null, '404']],
      ['a failure, and then a confirmation', [text('', 503), text('', 304, { etag: '"a"' })], ['a', 'confirmed']],
      ['a broken connection, and then a response', [cut, titled('b', { etag: '"b"' })], ['b', '200']],
      ['a weak ETag', [text('', 304, { etag: 'W/"a"' })], ['a', 'confirmed']],
      ['no ETag', [text('', 304)], ['a', 'confirmed']],
    ])('is used as it should be after %s', async (_what, replies, expected) => {
      const { world } = await startTagged();
      await read(world);
      await world.gateway.execute(deleteTeam);
      let next = 0;
      world.replyToReads((response, request) => replies[Math.min(next++, replies.length - 1)]?.(response, request));
      expect(await read(world)).toEqual(expected);
    });

    it('counts its bytes for the request', async () => {
      const world = await start({ MAX_REQUEST_UPSTREAM_BYTES: '3000' });
      world.replyToReads((response, request) =>
        (request.headers['if-none-match'] ? text('', 304) : titled('x'.repeat(2000), { etag: '"x"' }))(
          response,
          request,
        ),
      );
      const both = '{ a: organization(id: "o1") { title } b: organization(id: "o2") { title } }';
      await world.title();
      await world.title({}, 'o2');
      await world.gateway.execute(deleteTeam);
      expect((await world.gateway.execute(both)).errors).toHaveLength(1);
    });

    it('is not asked for with a condition where the client has one of its own', async () => {
      const { world } = await startTagged({ FORWARD_HEADERS: 'if-none-match' });
      const options = { headers: { 'if-none-match': '"mine"' } };
      await world.title(options);
      await world.gateway.execute(deleteTeam);
      await world.title(options);
      expect(conditionsIn(world.reads)).toEqual(['"mine"', '"mine"']);
    });

    it.each([['"a\u00e9"'], ['a'], ['"a", "b"'], [`"${'x'.repeat(300)}"`]])('%s is not sent back', async (etag) => {
      const world = await start();
      world.replyToReads(titled('a', { etag }));
      await world.title();
      await world.gateway.execute(deleteTeam);
      await world.title();
      expect(conditionsIn(world.reads)).toEqual([undefined, undefined]);
    });
  });

  describe('with a Last-Modified', () => {
    it.each([
      ['is confirmed where it is older than the response', 60, true],
      ['is read anew where it is as old: a change in the same second would not show', 0, false],
    ])('%s', async (_what, seconds, isAsked) => {
      const world = await start();
      const now = Date.now();
      const modified = new Date(now - seconds * 1000).toUTCString();
      world.replyToReads(titled('a', { date: new Date(now).toUTCString(), 'last-modified': modified }));
      await world.title();
      await world.gateway.execute(deleteTeam);
      await world.title();
      expect(conditionsIn(world.reads)).toEqual([undefined, isAsked ? modified : undefined]);
    });
  });
});
