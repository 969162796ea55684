import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../src/sandbox/random.ts';
import { sharedCacheSettings } from '../support/cache/replicas.ts';
import { isFlat } from '../support/processes/worker-samples.ts';
import { excepted, type FaultName, faults } from '../support/replicas/faults.ts';
import { ReplicatedGateway } from '../support/replicas/replicated-gateway.ts';
import { startVersionedRecord, type VersionedRecord } from '../support/replicas/versioned-record.ts';
import { WatchedLoad, type WatchedReport } from '../support/replicas/watched-load.ts';
import { balancers } from '../support/services/load-balancer.ts';
import { sumOf } from '../support/services/metrics.ts';
import { skipsRedis, TestRedis } from '../support/services/redis.ts';

const seconds = Number(process.env.SOAK_SECONDS ?? 300);
const timeout = 2 * seconds * 1000 + 120_000;

/** The replica that runs to the end: its memory is what is compared. */
const survivor = 2;
const names = Object.keys(faults).filter((name): name is FaultName => name !== 'a rolling restart');

/** More clients than there is room for in the memory of a replica. */
const crowd = 2000;
const maxCacheBytes = 2 ** 17;
const maxRedisBytes = 1.75 * 2 ** 20;
/** Redis evicts before a command, and counts what its connections buffer. */
const redisSlack = 2 * 2 ** 20;
const bounds = ['--maxmemory', `${maxRedisBytes}`, '--maxmemory-policy', 'allkeys-lru'];

describe.skipIf(skipsRedis || !balancers.includes('nginx'))(
  `${seconds} s of faults in three replicas that share a cache`,
  () => {
    let redis: TestRedis;
    let record: VersionedRecord;
    let gateway: ReplicatedGateway;
    let report: WatchedReport;
    const caused: FaultName[] = [];
    const samples = { rss: [] as number[], cacheBytes: [] as number[], redisBytes: [] as number[] };
    /** Of the survivor, and most of one Redis. */
    let evictions = { local: 0, redis: 0 };

    beforeAll(async () => {
      redis = await TestRedis.start(...bounds);
      record = await startVersionedRecord();
      gateway = await ReplicatedGateway.start(Number(new URL(redis.url).port), {
        ...sharedCacheSettings(redis),
        UPSTREAM_URL: record.url,
        CACHE_MAX_BYTES: `${maxCacheBytes}`,
        // Where the machine of a test is busy, Redis must not count as unavailable without a fault.
        CACHE_REDIS_TIMEOUT: '1000',
        CACHE_STRICT_WRITES: 'true',
        METRICS: 'true',
        LOG_LEVEL: 'warn',
      });
      await gateway.untilShared();
      await soak();
    }, timeout);
    afterAll(async () => {
      redis?.resume();
      await gateway?.close();
      await record?.close();
      await redis?.remove();
    });

    async function soak(): Promise<void> {
      const random = createRandom(1);
      const load = new WatchedLoad('soak', gateway.url, record, (reader) =>
        reader < 2 ? `reader ${reader}` : `client ${random.below(crowd)}`,
      );
      const sampling = setInterval(() => samples.rss.push(gateway.rssOf(survivor)), Math.max(250, seconds * 5));
      const end = performance.now() + seconds * 1000;
      await fillRedis();
      await calm(load);
      while (performance.now() < end) {
        await cause(names[caused.length % names.length] as FaultName, load);
        await calm(load);
      }
      clearInterval(sampling);
      report = await load.stop();
    }

    /** What replicas write evicts something from then on, however few requests a slow machine has time for. */
    async function fillRedis(): Promise<void> {
      const value = 'x'.repeat(1000);
      await redis.use(async (client) => {
        for (let key = 0; key * value.length < maxRedisBytes; key++) await client.set(`filler ${key}`, value);
        await client.config('RESETSTAT');
      });
    }

    async function cause(name: FaultName, load: WatchedLoad): Promise<void> {
      if (excepted.has(name)) load.faultBegins();
      const endFault = await faults[name]({ redis, gateway });
      await load.progress(50);
      await endFault();
      // A fault of Redis may have changed them.
      await redis.use((client) => client.config('SET', 'maxmemory', maxRedisBytes, 'maxmemory-policy', 'allkeys-lru'));
      await gateway.untilShared();
      load.faultEnds();
      caused.push(name);
    }

    async function calm(load: WatchedLoad): Promise<void> {
      await load.progress(100);
      await delay(500);
      await take();
    }

    async function take(): Promise<void> {
      const metrics = await gateway.metricsOf(survivor);
      const info = await redis.use((client) => client.info());
      const ofRedis = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]);
      samples.redisBytes.push(ofRedis('used_memory'));
      if (metrics === undefined) return;
      samples.cacheBytes.push(sumOf(metrics, 'docgraph_cache_bytes'));
      evictions = {
        local: sumOf(metrics, 'docgraph_cache_evictions_total'),
        redis: Math.max(evictions.redis, ofRedis('evicted_keys')),
      };
    }

    it('had load, and all faults that there was time for', () => {
      const { failed, beyondPromise, contradicted, ...counts } = report;
      const ofMiB = (values: readonly number[]) => values.map((value) => Math.round(value / 2 ** 20));
      const seen = {
        ...counts,
        faults: caused.length,
        evictions,
        rssMiB: ofMiB(samples.rss.filter((_, i) => i % Math.ceil(samples.rss.length / 20) === 0)),
        redisMiB: Math.max(...samples.redisBytes) / 2 ** 20,
        cacheMiB: Math.max(...samples.cacheBytes) / 2 ** 20,
      };
      process.stdout.write(`${JSON.stringify(seen)}\n`);
      expect(report.reads).toBeGreaterThan(seconds * 20);
      expect(report.writes).toBeGreaterThan(seconds);
      expect(caused.length).toBeGreaterThanOrEqual(Math.min(names.length, Math.floor(seconds / 10)));
    });

    it('failed no read, gave none that was older than promised, and told of each write what became of it', () => {
      expect(report.failed.slice(0, 5)).toEqual([]);
      expect(report.beyondPromise.slice(0, 5)).toEqual([]);
      expect(report.contradicted.slice(0, 5)).toEqual([]);
    });

    it('kept the stores within their bounds', () => {
      expect(evictions.local).toBeGreaterThan(0);
      expect(evictions.redis).toBeGreaterThan(0);
      expect(Math.max(...samples.cacheBytes)).toBeLessThanOrEqual(maxCacheBytes);
      expect(Math.max(...samples.redisBytes)).toBeLessThanOrEqual(maxRedisBytes + redisSlack);
    });

    it('left the memory of the surviving replica flat', () => {
      expect(isFlat(samples.rss, { ratio: 1.2, slack: 64 * 2 ** 20 }), samples.rss.join(' ')).toBe(true);
    });
  },
);
