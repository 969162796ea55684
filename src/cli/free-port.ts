import { once } from 'node:events';
import { createServer } from 'node:net';
import { givenValue, type SettingSources, type Settings } from '../server/settings/settings.ts';

/** How many ports are tried, from the default one on. */
const tries = 20;

/**
 * The settings with the next free port where the default one is taken, also by another port of the gateway, and nobody has asked for a
 * port. In production they stay as they are: what sends requests to the gateway knows the documented port.
 */
export async function withFreePort(settings: Settings, sources: SettingSources): Promise<Settings> {
  if (hasFixedPort(sources)) return settings;
  const { host, port: first, metricsPort, adminPort } = settings;
  for (let port = first; port < first + tries; port++) {
    const isOther = port === metricsPort || port === adminPort;
    if (!isOther && (await isFree(host, port))) return { ...settings, port };
  }
  return settings;
}

/** Whether the gateway listens on its port, or not at all. */
export function hasFixedPort(sources: SettingSources): boolean {
  return sources.environment.NODE_ENV === 'production' || givenValue('port', sources) !== undefined;
}

/** True also where the address cannot be listened on at all, which `listen` tells afterwards. */
async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer().listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EADDRINUSE';
  }
  server.close();
  await once(server, 'close');
  return true;
}
