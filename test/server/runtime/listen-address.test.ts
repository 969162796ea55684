import dns, { type LookupAllOptions } from 'node:dns';
import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { AdminServer } from '../../../src/server/admin/admin-server.ts';
import type { Administered } from '../../../src/server/admin/administered.ts';
import { embeddedGateways } from '../../support/gateways/embedded-gateway.ts';

interface Listener {
  listen(): Promise<string>;
  close(): Promise<void>;
}

const startGateway = embeddedGateways();
const admin = { host: 'localhost', port: 0, administered: {} as Administered, logger: pino({ level: 'silent' }) };
const other = '127.0.0.2';

afterEach(() => {
  vi.restoreAllMocks();
});

/** `localhost` has two addresses, as on systems with IPv6. */
function addAddress(): void {
  const { lookup } = dns;
  const lookupAll = (host: string, options: LookupAllOptions, callback: (...results: unknown[]) => void) => {
    if (typeof options !== 'object' || !options.all) return lookup(host, options, callback);
    callback(null, [
      { address: '127.0.0.1', family: 4 },
      { address: other, family: 4 },
    ]);
  };
  vi.spyOn(dns, 'lookup').mockImplementation(lookupAll as typeof lookup);
}

it.each<[string, () => Promise<Listener>]>([
  ['a gateway', async () => (await startGateway({}, { HOST: 'localhost' })).gateway],
  ['ADMIN_PORT', async () => new AdminServer(admin)],
])('%s listens at one address of localhost', async (_name, create) => {
  addAddress();
  const listener = await create();
  const { hostname, port } = new URL(await listener.listen());
  expect(hostname).not.toBe(other);
  const socket = connect(Number(port), other);
  await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await listener.close();
});
