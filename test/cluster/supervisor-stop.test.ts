import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WorkerMessage } from '../../src/cluster/messages.ts';
import { Supervisor } from '../../src/cluster/supervisor.ts';

/** A worker process that does only what a test tells it to. */
class FakeWorker extends EventEmitter {
  readonly id: number;
  readonly received: string[] = [];
  readonly process;

  constructor(id: number) {
    super();
    this.id = id;
    const kill = (signal: string) => this.received.push(signal) > 0;
    this.process = Object.assign(new EventEmitter(), { pid: 1000 + id, connected: true, send: () => true, kill });
  }

  send({ kind }: { kind: string }): boolean {
    return this.received.push(kind) > 0;
  }

  says(message: WorkerMessage): void {
    this.emit('message', message);
  }

  exits(code: number | null, signal: string | null): void {
    this.emit('exit', code, signal);
  }
}

let workers: FakeWorker[] = [];

beforeEach(() => {
  workers = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  // Each supervisor kills its workers when this process exits.
  vi.spyOn(process, 'once').mockReturnValue(process);
  vi.spyOn(cluster, 'setupPrimary').mockReturnValue();
  vi.spyOn(cluster, 'fork').mockImplementation(() => {
    workers.push(new FakeWorker(workers.length + 1));
    return workers.at(-1) as unknown as Worker;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A supervisor that has just started, of one worker by default. */
function starting(count = 1) {
  const logger = pino({ level: 'silent' });
  const invalidateStore = vi.fn();
  const options = {
    settings: { workers: count, host: '127.0.0.1', port: 0, basePath: '', maxConnections: 10, shutdownTimeout: 10_000 },
    environment: {},
    sandbox: undefined,
    documents: undefined,
    invalidateStore,
    logger,
  };
  const supervisor = new Supervisor(options);
  const start = supervisor.start();
  return { supervisor, start, invalidateStore, worker: workers[0] as FakeWorker };
}

describe('a supervisor that is stopped while a worker starts', () => {
  it('kills it before it is ready', async () => {
    const { supervisor, worker } = starting();
    const stopped = supervisor.stop();
    worker.exits(null, 'SIGKILL');
    await expect(stopped).resolves.toBeUndefined();
    expect(worker.received).toEqual(['SIGKILL']);
  });

  it('kills it, although its message that it is ready arrives after that', async () => {
    const { supervisor, worker } = starting();
    const stopped = supervisor.stop();
    worker.says({ kind: 'ready' });
    worker.exits(null, 'SIGKILL');
    await expect(stopped).resolves.toBeUndefined();
    expect(worker.received).toEqual(['SIGKILL']);
  });

  it('lets it close before it listens', async () => {
    const { supervisor, worker } = starting();
    worker.says({ kind: 'ready' });
    const stopped = supervisor.stop();
    await vi.waitUntil(() => worker.received.includes('close'), 20_000);
    worker.exits(0, null);
    await expect(stopped).resolves.toBeUndefined();
    expect(worker.received).toEqual(['close']);
  });

  it('fails where it dies after it could have received requests', async () => {
    const { supervisor, start, worker } = starting();
    worker.says({ kind: 'ready' });
    await start;
    const stopped = supervisor.stop();
    worker.exits(null, 'SIGSEGV');
    await expect(stopped).rejects.toThrow('A worker exited on SIGSEGV.');
  });
});

describe('a worker that dies while all are stopped', () => {
  it('does not end the requests of the others', async () => {
    const { supervisor, start, worker, invalidateStore } = starting(2);
    const other = workers[1] as FakeWorker;
    for (const one of workers) one.says({ kind: 'ready' });
    await start;
    let isStopped = false;
    const stopped = supervisor.stop().finally(() => {
      isStopped = true;
    });
    stopped.catch(() => {});
    worker.exits(1, null);
    await vi.waitUntil(() => other.received.includes('close'), 20_000);
    expect(isStopped).toBe(false);
    expect(other.received).toContain('invalidate');
    expect(invalidateStore).toHaveBeenCalledOnce();
    other.exits(null, 'SIGABRT');
    await expect(stopped).rejects.toThrow('A worker exited with code 1.');
    expect(other.received).not.toContain('SIGKILL');
  });
});

describe('a worker that dies', () => {
  it('counts as one with writes in flight only after it was ready', async () => {
    const { start, worker, invalidateStore } = starting();
    worker.exits(null, 'SIGTERM');
    await vi.advanceTimersByTimeAsync(0);
    expect(invalidateStore).not.toHaveBeenCalled();
    const other = workers[1] as FakeWorker;
    other.says({ kind: 'ready' });
    await start;
    other.exits(null, 'SIGKILL');
    expect(invalidateStore).toHaveBeenCalledOnce();
  });
});

describe('a worker that is replaced', () => {
  it.each([
    ['invalidates nothing in the others', [], 0],
    ['invalidates what the service may still change, at once and later', ['writesUnfinished'], 4],
  ] as const)('%s', async (_what, last, count) => {
    const { start, worker, invalidateStore } = starting(2);
    const other = workers[1] as FakeWorker;
    for (const one of workers) one.says({ kind: 'ready' });
    await start;
    for (const kind of last) worker.says({ kind });
    worker.exits(0, null);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(invalidateStore).toHaveBeenCalledTimes(count);
    expect(other.received.includes('invalidate')).toBe(count > 0);
  });
});

describe('a worker that gets a signal to stop while it loads', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGQUIT'])('%s is replaced', async (signal) => {
    const { start, worker } = starting();
    worker.exits(null, signal);
    await vi.advanceTimersByTimeAsync(0);
    workers[1]?.says({ kind: 'ready' });
    await expect(start).resolves.toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('is not replaced where the supervisor is stopped, too', async () => {
    const { supervisor, worker } = starting();
    worker.exits(null, 'SIGTERM');
    await expect(supervisor.stop()).resolves.toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers).toHaveLength(1);
  });
});
