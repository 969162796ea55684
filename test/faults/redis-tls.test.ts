import { setTimeout } from 'node:timers/promises';
import type { ClusterOptions } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/server/redis/create-client.ts';
import { replicasOver, sharedCacheSettings } from '../support/cache/replicas.ts';
import { startGateway } from '../support/gateways/gateway.ts';
import { block } from '../support/processes/block.ts';
import { skipsCertificates, TestAuthority } from '../support/services/certificates.ts';
import { skipsRedis, TestRedis } from '../support/services/redis.ts';
import { expectSharedLimits, expectSharedTexts } from '../support/services/shared-state.ts';

describe.skipIf(skipsRedis || skipsCertificates)('gateways that share a Redis by TLS', () => {
  let authority: TestAuthority;
  let redis: TestRedis;
  beforeAll(async () => {
    authority = new TestAuthority();
    const { certFile, keyFile } = authority.sign('localhost');
    redis = await TestRedis.startSecure(certFile, keyFile);
  });
  afterAll(async () => {
    await redis.remove();
    authority.remove();
  });
  const start = replicasOver(() => redis);

  it('share responses, where they trust who signed its certificate', async () => {
    const world = await start({ REDIS_CA_FILE: authority.caFile });
    expect([await world.title(0), await world.title(1)]).toEqual(['1', '1']);
    await world.rename(1);
    expect([await world.title(0), await world.title(1)]).toEqual(['2', '2']);
    expect(world.reads).toHaveLength(2);
  });

  it('share nothing with one that they do not trust', async () => {
    const world = await start();
    expect([await world.title(0), await world.title(1)]).toEqual(['1', '2']);
  });

  it('share rate limits and persisted queries', async () => {
    const environment = { ...sharedCacheSettings(redis), REDIS_CA_FILE: authority.caFile };
    await expectSharedLimits((limits) => startGateway('http://127.0.0.1:9', { ...environment, ...limits }));
    await expectSharedTexts((upstream) => startGateway(upstream, environment));
  });

  it('verify the certificate of each node of a cluster for its name', () => {
    const cluster = createClient({ url: 'rediss://localhost:9', isCluster: true, secureContext: undefined }, 100);
    cluster.on('error', () => {}).disconnect();
    const names: unknown[] = [];
    (cluster.options as ClusterOptions).dnsLookup?.('localhost', (_error: unknown, name: unknown) => names.push(name));
    expect(names).toEqual(['localhost']);
  });

  it('end no process where they are closed while TLS is negotiated, which takes long', async () => {
    const uncaught: unknown[] = [];
    const add = (error: unknown) => void uncaught.push(error);
    process.on('uncaughtException', add);
    for (const ms of [0, 3, 8, 20]) {
      const clients = Array.from({ length: 6 }, () => {
        const client = createClient({ url: redis.url, isCluster: false, secureContext: undefined }, 100);
        return client.on('error', () => {});
      });
      await setTimeout(ms);
      // Longer than the client's time to connect.
      block(1100);
      await setTimeout(5);
      for (const client of clients) client.disconnect();
      await setTimeout(50);
    }
    process.off('uncaughtException', add);
    expect(uncaught).toEqual([]);
  });

  it('do not start with a file that has no certificate', async () => {
    const environment = { REDIS_URL: redis.url, REDIS_CA_FILE: import.meta.filename };
    await expect(startGateway('http://127.0.0.1:9', environment)).rejects.toThrow(
      `REDIS_CA_FILE: ${import.meta.filename} has no certificate in PEM.`,
    );
  });
});
