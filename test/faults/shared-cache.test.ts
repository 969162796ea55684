import { afterEach, describe, expect, it } from 'vitest';
import { redisOfFile, sharedCacheSettings } from '../support/cache/replicas.ts';
import { freePort } from '../support/processes/free-port.ts';
import { GatewayProcess } from '../support/processes/gateway-process.ts';
import { skipsRedis } from '../support/services/redis.ts';
import { json, startFaultUpstream } from '../support/upstreams/fault-upstream.ts';

describe.skipIf(skipsRedis)('processes that share a cache', () => {
  const redis = redisOfFile();
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  async function title({ url }: GatewayProcess): Promise<string | undefined> {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer one' },
      body: JSON.stringify({ query: '{ organization(id: "o1") { title } }' }),
    });
    return (await response.json()).data.organization?.title;
  }

  it('wait for one that dies while it holds a lease by the lease at most', async () => {
    const service = await startFaultUpstream();
    closers.push(() => service.close());
    // The first read gets no response.
    let number = 0;
    service.reply((response, request) => {
      number++;
      if (number > 1) json({ id: 'o1', title: `${number}` })(response, request);
    });
    const settings = { UPSTREAM_URL: service.url, ...sharedCacheSettings(redis()) };
    const [holder, other] = await Promise.all([GatewayProcess.start(settings), GatewayProcess.start(settings)]);
    closers.push(() => process.kill(other.pid, 'SIGKILL'));
    const lost = title(holder).catch(() => 'lost');
    await expect.poll(() => service.arrived).toHaveLength(1);
    const waiting = title(other);
    await expect.poll(() => redis().use((client) => client.keys('*:l:*'))).toHaveLength(1);
    process.kill(holder.pid, 'SIGKILL');
    expect(await lost).toBe('lost');
    expect(await waiting).toBe('2');
    expect(await title(other)).toBe('2');
    expect(service.arrived).toHaveLength(2);
  });

  it('need no other keys of Redis than those of the gateway, and the commands of these categories', async () => {
    const service = await startFaultUpstream();
    closers.push(() => service.close());
    service.reply(json({ id: 'o1', title: '1' }));
    const categories = ['+@read', '+@write', '+@scripting', '+@connection', '+info', '+time'];
    await redis().use((client) => client.acl('SETUSER', 'gateway', 'on', '>password', '~docgraph:*', ...categories));
    const settings = {
      UPSTREAM_URL: service.url,
      ...sharedCacheSettings(redis()),
      REDIS_URL: redis().url.replace('//', '//gateway:password@'),
      RATE_LIMIT_REQUESTS: '3',
    };
    const gateways = await Promise.all([GatewayProcess.start(settings), GatewayProcess.start(settings)]);
    for (const { pid } of gateways) closers.push(() => process.kill(pid, 'SIGTERM'));
    const titles: unknown[] = [];
    for (const gateway of [...gateways, ...gateways]) titles.push(await title(gateway).catch(() => 'rejected'));
    expect(titles).toEqual(['1', '1', '1', 'rejected']);
    expect(service.arrived).toHaveLength(1);
  });

  it('are also the workers of one gateway, which an operator tells of changes', async () => {
    const service = await startFaultUpstream();
    closers.push(() => service.close());
    let number = 0;
    service.reply((response, request) => json({ id: 'o1', title: `${++number}` })(response, request));
    const admin = await freePort();
    const gateway = await GatewayProcess.start({
      UPSTREAM_URL: service.url,
      WORKERS: '2',
      ADMIN_PORT: `${admin}`,
      ...sharedCacheSettings(redis()),
    });
    closers.push(() => process.kill(gateway.pid, 'SIGTERM'));
    // The workers get connections in turn.
    const titles = () => Promise.all(Array.from({ length: 8 }, () => title(gateway)));
    expect(await titles()).toEqual(Array(8).fill('1'));
    const { status } = await fetch(`http://127.0.0.1:${admin}/cache/invalidate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ all: true }),
    });
    expect(status).toBeLessThan(300);
    expect(await titles()).toEqual(Array(8).fill('2'));
  });
});
