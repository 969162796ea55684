import { Server } from 'node:net';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { AdminServer } from '../../../src/server/admin/admin-server.ts';
import type { Administered } from '../../../src/server/admin/administered.ts';
import { MetricsServer } from '../../../src/server/observation/metrics/metrics-server.ts';
import type { Probed } from '../../../src/server/runtime/probes.ts';
import { embeddedGateways } from '../../support/gateways/embedded-gateway.ts';

interface Listener {
  listen(): Promise<unknown>;
  close(): Promise<void>;
}

const startGateway = embeddedGateways();
const address = { host: '127.0.0.1', port: 0, logger: pino({ level: 'silent' }) };

it.each<[string, () => Promise<Listener>]>([
  ['the gateway', async () => (await startGateway()).gateway],
  ['METRICS_PORT', async () => new MetricsServer({ ...address, read: async () => '', probed: {} as Probed })],
  ['ADMIN_PORT', async () => new AdminServer({ ...address, administered: {} as Administered })],
])('connections that the server of %s cannot accept end no process', async (_name, create) => {
  const listen = vi.spyOn(Server.prototype, 'listen');
  const listener = await create();
  await listener.listen();
  const server = listen.mock.contexts.at(-1) as Server;
  listen.mockRestore();
  for (let i = 0; i < 2; i++) expect(server.emit('error', new Error('accept ENFILE'))).toBe(true);
  await listener.close();
});
