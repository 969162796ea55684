import { afterEach, describe, expect, it } from 'vitest';
import { embeddedGateways, query } from '../support/gateways/embedded-gateway.ts';
import { builtCommand, killRemaining, stop, urlIn } from '../support/processes/command.ts';
import { TcpProxy } from '../support/replicas/tcp-proxy.ts';
import { skipsRedis, TestRedis } from '../support/services/redis.ts';

const startWorld = embeddedGateways();
const servers: TestRedis[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.remove();
});

async function startRedis(...args: string[]): Promise<TestRedis> {
  const redis = await TestRedis.start(...args);
  servers.push(redis);
  return redis;
}

/** A gateway that shares its limits in a Redis. `send` resolves to the status of a request, or its first error code. */
async function startProcess(url: string, environment: Record<string, string> = {}) {
  const settings = { REDIS_URL: url, RATE_LIMIT_REQUESTS: '3', ...environment };
  const { gateway, log } = await startWorld({}, settings);
  const send = async (token = 'secret-token') => {
    const result = await gateway.execute({ query, headers: { authorization: `Bearer ${token}` } });
    return result.errors?.[0]?.extensions?.code ?? 'OK';
  };
  const changes = () =>
    log.flatMap((line) => {
      const { msg, reason } = JSON.parse(line);
      return /redis/i.test(msg) ? [{ msg, reason }] : [];
    });
  await expect.poll(changes).not.toEqual([]);
  return { gateway, log, send, changes };
}

type Process = Awaited<ReturnType<typeof startProcess>>;

const isShared = { msg: 'rate limits are shared in Redis', reason: undefined };
const isLocal = (reason: unknown) => ({
  msg: 'Redis is not available: each process counts its own rate limits',
  reason,
});

/** Sends one request after the other. */
async function sendTimes(times: number, { send }: Pick<Process, 'send'>): Promise<unknown[]> {
  const codes: unknown[] = [];
  for (let i = 0; i < times; i++) codes.push(await send());
  return codes;
}

const logged = (process: Process, change: object) =>
  expect.poll(() => process.changes(), { timeout: 20_000 }).toContainEqual(change);

describe.skipIf(skipsRedis)('rate limits in Redis', () => {
  it('are shared by several processes', async () => {
    const redis = await startRedis();
    const [one, two] = [await startProcess(redis.url), await startProcess(redis.url)];
    expect([await one.send(), await two.send(), await one.send(), await two.send(), await one.send()]).toEqual([
      'OK',
      'OK',
      'OK',
      'RATE_LIMITED',
      'RATE_LIMITED',
    ]);
    expect([one.changes(), two.changes()]).toEqual([[isShared], [isShared]]);
  });

  it('are shared by the workers of the command', async () => {
    const redis = await startRedis();
    const command = builtCommand();
    try {
      const gateway = await command.serve({ WORKERS: '2', REDIS_URL: redis.url, RATE_LIMIT_ADDRESS: '3' });
      // Each connection goes to the next worker.
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++) {
        const init = { method: 'PUT', headers: { connection: 'close' } };
        statuses.push((await fetch(urlIn(gateway.lines, 'GraphQL'), init)).status);
      }
      expect(statuses).toEqual([405, 405, 405, 429]);
      expect(gateway.log().filter(({ msg }) => msg === isShared.msg)).toHaveLength(2);
      await stop(gateway);
    } finally {
      killRemaining();
    }
  });

  it('share REST calls and addresses, too', async () => {
    const redis = await startRedis();
    const limits = { RATE_LIMIT_REQUESTS: '0', RATE_LIMIT_CALLS: '2', RATE_LIMIT_ADDRESS: '9' };
    const [one, two] = [await startProcess(redis.url, limits), await startProcess(redis.url, limits)];
    await one.send();
    await two.send();
    await expect.poll(() => one.send()).toBe('RATE_LIMITED');
    await fetch(`${await one.gateway.listen()}/graphql`, { method: 'PUT' });
    const keys = await redis.use((client) => client.keys('*'));
    expect(keys.sort()).toEqual([
      'docgraph:address:127.0.0.1',
      expect.stringMatching(/^docgraph:calls:[\w-]{43}$/),
      'docgraph:probe',
    ]);
  });

  it('hold no credential, and end with their window', async () => {
    const redis = await startRedis();
    const process = await startProcess(redis.url, { RATE_LIMIT_WINDOW: '5000' });
    expect(await sendTimes(4, process)).toEqual(['OK', 'OK', 'OK', 'RATE_LIMITED']);
    await redis.use(async (client) => {
      const keys = (await client.keys('*')).filter((key) => key !== 'docgraph:probe');
      expect(keys).toEqual([expect.stringMatching(/^docgraph:requests:[\w-]{43}$/)]);
      expect(await client.pttl(keys[0] ?? '')).toBeLessThanOrEqual(5000);
    });
    expect(process.log.join()).not.toContain('secret-token');
    await expect.poll(() => process.send(), { interval: 100 }).toBe('OK');
  });

  it('are counted by each process while Redis is killed, and shared again after its restart', async () => {
    const redis = await startRedis();
    const process = await startProcess(redis.url);
    expect(await sendTimes(4, process)).toEqual(['OK', 'OK', 'OK', 'RATE_LIMITED']);
    await redis.kill();
    await expect.poll(() => process.send()).toBe('OK');
    expect((await sendTimes(3, process)).at(-1)).toBe('RATE_LIMITED');
    expect(process.changes()).toEqual([isShared, isLocal(expect.stringMatching(/^(?:CLOSED|ECONNRESET|EPIPE)$/))]);
    await redis.start();
    await logged({ ...process, changes: () => process.changes().slice(2) }, isShared);
    expect(await sendTimes(4, process)).toEqual(['OK', 'OK', 'OK', 'RATE_LIMITED']);
    expect(process.changes()).toHaveLength(3);
  });

  it('are counted by each process while Redis is frozen, and shared again when it continues', async () => {
    const redis = await startRedis();
    const process = await startProcess(redis.url);
    expect(await sendTimes(4, process)).toEqual(['OK', 'OK', 'OK', 'RATE_LIMITED']);
    redis.freeze();
    const codes = await Promise.all(Array.from({ length: 20 }, () => process.send()));
    expect(codes.filter((code) => code === 'OK')).toHaveLength(3);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(17);
    expect(await process.send('another')).toBe('OK');
    expect(process.changes()).toEqual([isShared, isLocal('TIMEOUT')]);
    redis.resume();
    await logged({ ...process, changes: () => process.changes().slice(2) }, isShared);
    expect(process.changes()).toHaveLength(3);
    expect(await process.send()).toBe('RATE_LIMITED');
  });

  it('are counted by each process while Redis rejects writes', async () => {
    const redis = await startRedis();
    const process = await startProcess(redis.url);
    await redis.use((client) => client.config('SET', 'maxmemory', '1'));
    expect(await sendTimes(4, process)).toEqual(['OK', 'OK', 'OK', 'RATE_LIMITED']);
    expect(process.changes()).toEqual([isShared, isLocal('OOM')]);
    await redis.use((client) => client.config('SET', 'maxmemory', '0'));
    await logged({ ...process, changes: () => process.changes().slice(2) }, isShared);
  });

  it('are shared again where Redis was demoted and its address leads to another one', async () => {
    const [demoted, promoted] = [await startRedis(), await startRedis()];
    const proxy = await TcpProxy.start(demoted.port);
    const process = await startProcess(`redis://127.0.0.1:${proxy.port}`);
    await demoted.demote(promoted);
    expect(await process.send()).toBe('OK');
    expect(process.changes()).toEqual([isShared, isLocal('READONLY')]);
    proxy.target = promoted.port;
    await logged({ ...process, changes: () => process.changes().slice(2) }, isShared);
    await process.send();
    expect(await promoted.use((client) => client.keys('docgraph:requests:*'))).toHaveLength(1);
    await process.gateway.close();
    await proxy.close();
  });

  it('do not stop the start of a gateway whose Redis is not running', async () => {
    const redis = await startRedis();
    await redis.kill();
    const process = await startProcess(redis.url);
    expect(await sendTimes(4, process)).toEqual(['OK', 'OK', 'OK', 'RATE_LIMITED']);
    expect(process.changes()).toEqual([isLocal('ECONNREFUSED')]);
    await redis.start();
    await logged(process, isShared);
  });

  it('need the right password, which is never logged', async () => {
    const redis = await startRedis('--requirepass', 'right-password');
    const url = (password: string) => redis.url.replace('//', `//:${password}@`);
    const [right, wrong] = [await startProcess(url('right-password')), await startProcess(url('wrong-password'))];
    expect(right.changes()).toEqual([isShared]);
    expect(await sendTimes(4, wrong)).toEqual(['OK', 'OK', 'OK', 'RATE_LIMITED']);
    expect(wrong.changes()).toEqual([isLocal('WRONGPASS')]);
    expect([...right.log, ...wrong.log].join()).not.toContain('-password');
  });

  it('are counted by each process where Redis does not have the database', async () => {
    const redis = await startRedis();
    const [one, none] = [await startProcess(`${redis.url}/1`), await startProcess(`${redis.url}/99`)];
    expect([await one.send(), ...(await sendTimes(3, none))]).toEqual(['OK', 'OK', 'OK', 'OK']);
    expect([one.changes(), none.changes()]).toEqual([[isShared], [isLocal('ERR DB index is out of range')]]);
    expect(await redis.use((client) => client.info('keyspace'))).not.toContain('db0');
  });

  it('do not keep a gateway from closing while Redis is frozen', async () => {
    const redis = await startRedis();
    const process = await startProcess(redis.url);
    redis.freeze();
    await process.send();
    await process.gateway.close();
    expect(process.changes()).toEqual([isShared, isLocal('TIMEOUT')]);
  });
});
