import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedCacheSettings } from '../support/cache/replicas.ts';
import { excepted, type FaultName, faults } from '../support/replicas/faults.ts';
import { ReplicatedGateway } from '../support/replicas/replicated-gateway.ts';
import { startVersionedRecord, type VersionedRecord } from '../support/replicas/versioned-record.ts';
import { WatchedLoad } from '../support/replicas/watched-load.ts';
import { balancers } from '../support/services/load-balancer.ts';
import { skipsRedis, TestRedis } from '../support/services/redis.ts';

/** How often each fault is caused, and reads during and after it: `REPLICA_FAULT_ROUNDS=10 REPLICA_FAULT_READS=1000 npm run test:faults -- replicas`. */
const rounds = Number(process.env.REPLICA_FAULT_ROUNDS ?? 1);
const reads = Number(process.env.REPLICA_FAULT_READS ?? 60);

const timeout = 60_000 + rounds * (30_000 + reads * 50);

describe.skipIf(skipsRedis || !balancers.includes('nginx'))('three replicas behind nginx, with a shared cache', () => {
  let redis: TestRedis;
  let record: VersionedRecord;
  let gateway: ReplicatedGateway;

  beforeAll(async () => {
    redis = await TestRedis.start();
    record = await startVersionedRecord();
    gateway = await ReplicatedGateway.start(Number(new URL(redis.url).port), {
      ...sharedCacheSettings(redis),
      UPSTREAM_URL: record.url,
      // Where the machine of a test is busy, Redis must not count as unavailable without a fault.
      CACHE_REDIS_TIMEOUT: '1000',
      CACHE_STRICT_WRITES: 'true',
      METRICS: 'true',
      LOG_LEVEL: 'warn',
      SHUTDOWN_DELAY: '300',
      SHUTDOWN_TIMEOUT: '5000',
    });
    await gateway.untilShared();
  }, 120_000);
  afterAll(async () => {
    redis.resume();
    await gateway?.close();
    await record?.close();
    await redis?.remove();
  });

  it.each(Object.keys(faults) as FaultName[])(
    '%s: no read fails, and none is older than promised',
    { timeout },
    async (name) => {
      const load = new WatchedLoad(name, gateway.url, record);
      const served = record.reads;
      for (let round = 0; round < rounds; round++) {
        await load.progress(reads);
        if (excepted.has(name)) load.faultBegins();
        const end = await faults[name]({ redis, gateway });
        await load.progress(reads);
        await end();
        await gateway.untilShared();
        load.faultEnds();
      }
      await load.progress(reads);
      const report = await load.stop();
      const { failed, beyondPromise, contradicted, ...counts } = report;
      const ofService = record.reads - served;
      const bad = { failed: failed.length, beyondPromise: beyondPromise.length, contradicted: contradicted.length };
      console.info(JSON.stringify({ name, ...counts, ...bad, ofService }));
      expect(failed.slice(0, 5)).toEqual([]);
      expect(beyondPromise.slice(0, 5)).toEqual([]);
      expect(contradicted.slice(0, 5)).toEqual([]);
      // What a client does not know is of a process that was killed.
      if (name !== 'a replica killed') expect(counts.unknown).toBe(0);
      expect(ofService).toBeLessThan(counts.reads);
    },
  );
});
