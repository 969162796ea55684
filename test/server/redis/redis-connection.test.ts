import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { RedisConnection } from '../../../src/server/redis/redis-connection.ts';
import { skipsRedis, TestRedis } from '../../support/services/redis.ts';

it.skipIf(skipsRedis)('logs fewer and fewer changes where probes succeed and commands fail', async () => {
  const redis = await TestRedis.start();
  onTestFinished(() => redis.remove());
  const lines: string[] = [];
  const connection = new RedisConnection({
    address: { url: redis.url, isCluster: false, secureContext: undefined },
    logger: pino({ base: null, timestamp: false }, { write: (line) => void lines.push(JSON.parse(line).msg) }),
    maxProbeIntervalMs: 30_000,
    probe: (client) => client.ping(),
    messages: { up: 'up', down: 'down' },
  });
  onTestFinished(() => connection.close());
  await connection.settled(5000);
  const end = performance.now() + 6000;
  while (performance.now() < end) {
    await connection.run(() => Promise.reject(new Error('MOVED 1')));
    await delay(20);
  }
  // After 1, 3 and 7 seconds.
  expect(lines).toEqual(['up', 'down', 'up', 'down', 'up', 'down']);
});

/** The reasons in the log of a connection that is opened. */
async function reasonsAt(url: string, isCluster: boolean): Promise<unknown[]> {
  const reasons: unknown[] = [];
  const connection = new RedisConnection({
    address: { url, isCluster, secureContext: undefined },
    logger: pino({}, { write: (line) => void reasons.push(JSON.parse(line).reason) }),
    probe: (client) => client.ping(),
    messages: { up: 'up', down: 'down' },
  });
  await connection.settled(5000);
  connection.close();
  return reasons;
}

it.skipIf(skipsRedis)('logs why the nodes of a cluster reject it', async () => {
  const redis = await TestRedis.start('--requirepass', 'right');
  onTestFinished(() => redis.remove());
  expect(await reasonsAt(redis.url.replace('//', '//:wrong@'), true)).toEqual(['WRONGPASS']);
  expect(await reasonsAt(redis.url, true)).toEqual(['NOAUTH']);
  const noCluster = 'ERR This instance has cluster support disabled';
  expect(await reasonsAt(redis.url.replace('//', '//:right@'), true)).toEqual([noCluster]);
});

it.skipIf(skipsRedis)('logs why Redis rejects it after it was available', async () => {
  const redis = await TestRedis.start();
  onTestFinished(() => redis.remove());
  await redis.use((client) => client.acl('SETUSER', 'gateway', 'on', '>first', '~*', '+@all'));
  const lines: unknown[] = [];
  const connection = new RedisConnection({
    address: { url: redis.url.replace('//', '//gateway:first@'), isCluster: false, secureContext: undefined },
    logger: pino({}, { write: (line) => void lines.push(JSON.parse(line).reason ?? 'up') }),
    probe: (client) => client.ping(),
    messages: { up: 'up', down: 'down' },
  });
  onTestFinished(() => connection.close());
  await connection.settled(5000);
  await redis.use((client) => client.acl('SETUSER', 'gateway', 'resetpass', '>second'));
  await redis.use((client) => client.call('CLIENT', 'KILL', 'USER', 'gateway'));
  const waiting = { timeout: 20_000 };
  await expect.poll(() => lines, waiting).toEqual(['up', 'CLOSED', 'WRONGPASS']);
  await redis.use((client) => client.acl('SETUSER', 'gateway', '>first'));
  await expect.poll(() => lines, waiting).toEqual(['up', 'CLOSED', 'WRONGPASS', 'up']);
  await redis.use((client) => client.call('CLIENT', 'KILL', 'USER', 'gateway'));
  await expect.poll(() => lines.slice(4), waiting).toEqual(['CLOSED', 'up']);
});

it('logs that Redis has too many clients', async () => {
  // Redis itself closes without reading what was sent, which can reset the connection before its reply is read.
  const server = createServer((socket) =>
    socket.on('error', () => {}).once('data', () => socket.end('-ERR max number of clients reached\r\n')),
  );
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await reasonsAt(`redis://127.0.0.1:${port}`, false)).toEqual(['ERR max number of clients reached']);
});

it.skipIf(skipsRedis)('keeps a connection open that is idle, and notices one that is lost', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const redis = await TestRedis.start();
  onTestFinished(() => redis.remove());
  const lines: string[] = [];
  const connection = new RedisConnection({
    address: { url: redis.url, isCluster: false, secureContext: undefined },
    logger: pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) }),
    probe: (client) => client.time(),
    messages: { up: 'up', down: 'down' },
  });
  onTestFinished(() => connection.close());
  await connection.settled(5000);
  vi.advanceTimersByTime(20_000);
  await expect.poll(() => redis.use((client) => client.call('CLIENT', 'LIST'))).toContain('cmd=ping');
  redis.freeze();
  vi.advanceTimersByTime(20_000);
  await expect.poll(() => lines).toEqual(['up', 'down']);
  redis.resume();
});

it('is down where a reply is nested too deeply to be read', async () => {
  const server = createServer((socket) => socket.on('data', () => socket.write('*1\r\n'.repeat(300_000))));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const lines: string[] = [];
  const connection = new RedisConnection({
    address: {
      url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
      isCluster: false,
      secureContext: undefined,
    },
    logger: pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) }),
    probe: (client) => client.ping(),
    messages: { up: 'up', down: 'down' },
  });
  onTestFinished(() => connection.close());
  await connection.settled(5000);
  expect(lines).toEqual(['down']);
});
