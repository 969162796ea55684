import { afterEach, describe, expect, it, vi } from 'vitest';
import { redisOfFile, sharedCacheSettings } from '../support/cache/replicas.ts';
import { json, startFaultUpstream } from '../support/fault-upstream.ts';
import { GatewayProcess } from '../support/gateway-process.ts';
import { skipsRedis } from '../support/redis.ts';

describe.skipIf(skipsRedis)('a gateway that dies', () => {
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

  it('while it holds a lease delays others by the lease at most', async () => {
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
    await vi.waitFor(() => expect(service.arrived).toHaveLength(1));
    const waiting = title(other);
    await vi.waitFor(async () => expect(await redis().use((client) => client.keys('*:l:*'))).toHaveLength(1));
    process.kill(holder.pid, 'SIGKILL');
    expect(await lost).toBe('lost');
    expect(await waiting).toBe('2');
    expect(await title(other)).toBe('2');
    expect(service.arrived).toHaveLength(2);
  });
});
