import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConnectionDistribution } from '../../src/cluster/connection-distribution.ts';

/** A worker process that notes the connections that are handed to it. */
class FakeWorker {
  readonly received: Socket[] = [];
  isReachable = true;

  send(_message: unknown, connection: Socket, _options: unknown, callback: (error: Error | null) => void): boolean {
    if (this.isReachable) this.received.push(connection);
    queueMicrotask(() => callback(this.isReachable ? null : new Error('The channel is closed.')));
    return true;
  }
}

const asWorker = (worker: FakeWorker) => worker as unknown as Worker;

let distribution: ConnectionDistribution;
let workers: FakeWorker[] = [];
const clients: Socket[] = [];
afterEach(() => {
  for (const worker of workers) distribution.remove(asWorker(worker));
  for (const client of clients.splice(0)) client.destroy();
});

/** A distribution among so many workers. */
async function distribute(count: number) {
  distribution = new ConnectionDistribution({ host: '127.0.0.1', port: 0, maxConnections: 100 });
  workers = Array.from({ length: count }, () => new FakeWorker());
  const urls = await Promise.all(workers.map((worker) => distribution.add(asWorker(worker))));
  return { workers, port: Number(new URL(urls[0] as string).port) };
}

async function open(port: number): Promise<Socket> {
  const client = connect(port, '127.0.0.1').on('error', () => {});
  clients.push(client);
  await once(client, 'connect');
  return client;
}

const counts = () => workers.map(({ received }) => received.length);
const becomes = (expected: number[]) => expect.poll(counts, { interval: 2 }).toEqual(expected);

/** What a client sees of the port. */
const attempt = (port: number) =>
  open(port).then(
    () => 'open',
    (error: NodeJS.ErrnoException) => error.code,
  );

describe('connections', () => {
  it('go to the workers in turn, and to none that has not acknowledged the one before', async () => {
    const { port } = await distribute(2);
    for (let i = 0; i < 4; i++) await open(port);
    await becomes([1, 1]);
    distribution.acknowledge(asWorker(workers[1] as FakeWorker));
    await becomes([1, 2]);
    distribution.acknowledge(asWorker(workers[1] as FakeWorker));
    await becomes([1, 3]);
  });

  it('go to another worker where one exits before it acknowledges them', async () => {
    const { port } = await distribute(2);
    for (let i = 0; i < 2; i++) await open(port);
    await becomes([1, 1]);
    const [first, second] = workers as [FakeWorker, FakeWorker];
    distribution.remove(asWorker(first));
    distribution.acknowledge(asWorker(second));
    await becomes([1, 2]);
    expect(second.received[1]).toBe(first.received[0]);
  });

  it('go to another worker where one cannot be reached', async () => {
    const { port } = await distribute(2);
    (workers[0] as FakeWorker).isReachable = false;
    await open(port);
    await becomes([0, 1]);
  });

  it('are closed, and then refused, where no worker is left', async () => {
    const { port } = await distribute(1);
    const client = await open(port);
    await becomes([1]);
    const closed = once(client.resume(), 'close');
    distribution.remove(asWorker(workers[0] as FakeWorker));
    await closed;
    expect(await attempt(port)).toBe('ECONNREFUSED');
  });

  it('that were opened before the last workers are released are still handed to them', async () => {
    const { port } = await distribute(2);
    for (let i = 0; i < 4; i++) await open(port);
    await becomes([1, 1]);
    const released = vi.fn();
    const release = distribution.release(workers.map(asWorker), 10_000).then(released);
    // Each attempt makes turns of the event loop long, in which the port is not closed.
    await setTimeout(20);
    await expect.poll(() => attempt(port), { interval: 50 }).toBe('ECONNREFUSED');
    expect(released).not.toHaveBeenCalled();
    while (released.mock.calls.length === 0) {
      for (const worker of workers) distribution.acknowledge(asWorker(worker));
      await setTimeout(1);
    }
    await release;
    for (const count of counts()) expect(count).toBeGreaterThanOrEqual(2);
  });

  it('go to the others where a worker is released', async () => {
    const { port } = await distribute(2);
    await distribution.release([asWorker(workers[0] as FakeWorker)], 10_000);
    await open(port);
    await becomes([0, 1]);
  });

  it('are refused on a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    distribution = new ConnectionDistribution({ host: '127.0.0.1', port, maxConnections: 1 });
    workers = [];
    const adding = distribution.add(asWorker(new FakeWorker()));
    await expect(adding).rejects.toMatchObject({ code: 'EADDRINUSE' });
    other.close();
  });
});
