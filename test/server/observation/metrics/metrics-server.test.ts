import { afterEach, expect, it } from 'vitest';
import { MetricsServer } from '../../../../src/server/observation/metrics/metrics-server.ts';
import type { ReadinessState } from '../../../../src/server/runtime/probes.ts';

const logged: unknown[] = [];
let server: MetricsServer;

/** What probes are told. */
let outage: string | undefined;
let readiness: ReadinessState = { isReady: true };

async function start(read: () => Promise<string>): Promise<string> {
  const logger = { error: (details: unknown) => void logged.push(details) };
  const probed = { outage: () => outage, readiness: async () => readiness };
  server = new MetricsServer({ host: '127.0.0.1', port: 0, read, probed, logger });
  return server.listen();
}

afterEach(() => server.close());

it('serves metrics and probes, and nothing else', async () => {
  const url = await start(async () => 'a 1\n');
  const status = async (path: string, method = 'GET') => (await fetch(new URL(path, url), { method })).status;
  const response = await fetch(url);
  expect(await response.text()).toBe('a 1\n');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(await status('/metrics?x=1')).toBe(200);
  expect(await status('/metrics', 'HEAD')).toBe(200);
  expect(await status('/metrics', 'POST')).toBe(405);
  for (const path of ['/', '/metrics/', '/graphql', '/healthz/', '/toString']) expect(await status(path)).toBe(404);
});

it('responds to probes with what they are told, and does not read the metrics', async () => {
  const url = await start(() => Promise.reject(new Error('not read')));
  const probe = async (path: string) => {
    const response = await fetch(new URL(path, url));
    expect(response.headers.get('cache-control')).toBe('no-store');
    return [response.status, await response.json()];
  };
  expect(await probe('/healthz')).toEqual([200, { status: 'up' }]);
  expect(await probe('/readyz')).toEqual([200, { status: 'ready' }]);
  readiness = { isReady: false, reason: 'One.' };
  outage = 'Two.';
  expect(await probe('/readyz')).toEqual([503, { status: 'unavailable', reason: 'One.' }]);
  expect(await probe('/healthz')).toEqual([503, { status: 'unavailable', reason: 'Two.' }]);
});

it('answers 500 where metrics cannot be read, without the cause', async () => {
  const response = await fetch(await start(() => Promise.reject(new Error('cause'))));
  expect(response.status).toBe(500);
  expect(await response.text()).toBe('');
  expect(logged).toEqual([{ err: new Error('cause') }]);
});

it('rejects a port in use', async () => {
  const { port } = new URL(await start(async () => ''));
  const options = { read: async () => '', probed: { readiness: async () => readiness }, logger: console };
  const second = new MetricsServer({ host: '127.0.0.1', port: Number(port), ...options });
  await expect(second.listen()).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
