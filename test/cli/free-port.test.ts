import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { withFreePort } from '../../src/cli/free-port.ts';
import { readSettings } from '../../src/server/settings/settings.ts';

async function takenPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** The settings with this port in place of the default one. */
const withDefault = (port: number) => ({ ...readSettings({}), port });

describe('the default port', () => {
  it('is replaced by a later one where it is taken', async () => {
    const taken = await takenPort();
    const { port } = await withFreePort(withDefault(taken.port), { environment: {} });
    expect(port).toBeGreaterThan(taken.port);
    const own = createServer().listen(port, '127.0.0.1');
    await once(own, 'listening');
    own.close();
    taken.close();
  });

  it('is not replaced by another port of the gateway', async () => {
    const taken = await takenPort();
    const others = { metricsPort: taken.port + 1, adminPort: taken.port + 2 };
    const { port } = await withFreePort({ ...withDefault(taken.port), ...others }, { environment: {} });
    expect(port).toBeGreaterThan(taken.port + 2);
    taken.close();
  });

  it('stays where a port was asked for, and in production', async () => {
    const taken = await takenPort();
    const settings = withDefault(taken.port);
    for (const sources of [
      { environment: { PORT: String(taken.port) } },
      { environment: {}, flags: { port: taken.port } },
      { environment: { NODE_ENV: 'production' } },
    ]) {
      expect(await withFreePort(settings, sources)).toBe(settings);
    }
    taken.close();
  });

  it('stays where the address cannot be listened on', async () => {
    const settings = { ...withDefault(4000), host: '192.0.2.1' };
    expect(await withFreePort(settings, { environment: {} })).toEqual(settings);
  });
});
