import { afterEach, expect, it } from 'vitest';
import { MetricsServer } from '../../../../src/server/observation/metrics/metrics-server.ts';

const logged: unknown[] = [];
let server: MetricsServer;

async function start(read: () => Promise<string>): Promise<string> {
  const logger = { error: (details: unknown) => void logged.push(details) };
  server = new MetricsServer({ host: '127.0.0.1', port: 0, read, logger });
  return server.listen();
}

afterEach(() => server.close());

it('serves metrics and nothing else', async () => {
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
  for (const path of ['/', '/metrics/', '/graphql', '/healthz']) expect(await status(path)).toBe(404);
});

it('answers 500 where metrics cannot be read, without the cause', async () => {
  const response = await fetch(await start(() => Promise.reject(new Error('cause'))));
  expect(response.status).toBe(500);
  expect(await response.text()).toBe('');
  expect(logged).toEqual([{ err: new Error('cause') }]);
});

it('rejects a port in use', async () => {
  const { port } = new URL(await start(async () => ''));
  const second = new MetricsServer({ host: '127.0.0.1', port: Number(port), read: async () => '', logger: console });
  await expect(second.listen()).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
