import { pino } from 'pino';
import { expect, it } from 'vitest';
import { AdminServer } from '../../../src/server/admin/admin-server.ts';
import type { Administered } from '../../../src/server/admin/administered.ts';
import { MetricsServer } from '../../../src/server/observation/metrics/metrics-server.ts';
import { exchange } from '../../support/clients/raw-socket.ts';

const probed = { outage: () => undefined, readiness: async () => ({ isReady: true as const }) };
const logger = pino({ level: 'silent' });
const own = { host: '127.0.0.1', port: 0 };

it.each([
  [
    'METRICS_PORT',
    new MetricsServer({ ...own, read: async () => '', probed, logger }),
    // It serves nothing that a page of another site could use.
    [200, 404, 200],
  ],
  ['ADMIN_PORT', new AdminServer({ ...own, administered: probed as unknown as Administered, logger }), [200, 404, 421]],
])('%s takes targets that are whole addresses', async (_, server, [served, missing, misdirected]) => {
  const url = await server.listen();
  const statusOf = async (target: string) => {
    const head = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
    return (await exchange(url, [head])).statuses[0];
  };
  try {
    expect(await statusOf('http://localhost/healthz')).toBe(served);
    expect(await statusOf('http://localhost/nothing')).toBe(missing);
    expect(await statusOf('http://other.example/healthz')).toBe(misdirected);
  } finally {
    await server.close();
  }
});
