import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sharedCacheSettings } from '../support/cache/replicas.ts';
import { globalIdOf } from '../support/execution/expectations.ts';
import { urlIn } from '../support/processes/command.ts';
import { heldWorkers, read } from '../support/processes/held-workers.ts';
import type { WorkerClient } from '../support/processes/worker-clients.ts';
import { TcpProxy } from '../support/replicas/tcp-proxy.ts';
import { skipsRedis, TestRedis } from '../support/services/redis.ts';
import { type FaultUpstream, json, startFaultUpstream } from '../support/upstreams/fault-upstream.ts';

const adminToken = 'a token for the admin server of these tests';

const renaming =
  'mutation ($id: ID!) { updateOrganization(input: { id: $id, title: "new" }) { userErrors { message } } }';

describe.skipIf(skipsRedis)('workers that share a cache in Redis, of which one does not reach it', () => {
  const workers = heldWorkers();
  let redis: TestRedis;
  let network: TcpProxy;
  let upstream: FaultUpstream;

  beforeEach(async () => {
    redis = await TestRedis.start();
    network = await TcpProxy.start(redis.port);
    upstream = await startFaultUpstream();
    let responses = 0;
    upstream.reply((response, request) => json({ id: 'a', title: `${responses++}` })(response, request));
  });
  afterEach(async () => {
    network.resume();
    await network.close();
    await redis.remove();
    await upstream.close();
  });

  async function start(environment: Record<string, string> = {}) {
    const settings = {
      ...sharedCacheSettings(redis),
      REDIS_URL: `redis://127.0.0.1:${network.port}`,
      CACHE_REDIS_TIMEOUT: '500',
    };
    const { gateway, clients } = await workers.start({ UPSTREAM_URL: upstream.url, ...settings, ...environment });
    const [[writer], [reader]] = (await clients.ofEach(2, 1)) as [[WorkerClient], [WorkerClient]];
    const title = async (client: WorkerClient) => Number((await client.execute(read)).data.organization.title);
    return { gateway, writer, reader, title };
  }

  it('use nothing from before a write of that one', async () => {
    const { writer, reader, title } = await start();
    const before = await title(writer);
    expect(await title(reader)).toBe(before);
    network.holdNext();
    const { errors } = await writer.execute(renaming, { id: globalIdOf('Organization', 'a') });
    expect(errors).toBeUndefined();
    for (const client of [reader, writer]) expect(await title(client)).toBeGreaterThan(before);
  });

  it('use nothing from before an invalidation at the admin server', async () => {
    const { gateway, writer, reader, title } = await start({ ADMIN_PORT: '0', ADMIN_TOKEN: adminToken });
    const before = await title(writer);
    expect(await title(reader)).toBe(before);
    network.holdNext();
    const { status } = await fetch(`${urlIn(gateway.lines, 'Admin').replace('/status', '')}/cache/invalidate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ all: true }),
    });
    expect(status).toBe(204);
    for (const client of [reader, writer]) expect(await title(client)).toBeGreaterThan(before);
  });
});
