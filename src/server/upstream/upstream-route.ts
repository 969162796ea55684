import type { UpstreamRoute } from '../../engine/engine.ts';
import { type Settings, SettingsError } from '../settings/settings.ts';
import { secureContextOf } from './certificates.ts';
import { proxyFor } from './proxy-for.ts';

/** How a service is reached by these settings. Rejects with a SettingsError of one line for each mistake. */
export async function upstreamRoute(url: URL, settings: Settings): Promise<UpstreamRoute> {
  const { upstreamSocket: socketPath, upstreamCaFile, upstreamCertFile } = settings;
  const files = { UPSTREAM_CA_FILE: upstreamCaFile, UPSTREAM_CERT_FILE: upstreamCertFile };
  const unused = Object.entries(files).filter(([, path]) => path !== undefined && url.protocol !== 'https:');
  if (unused.length > 0) {
    throw new SettingsError(unused.map(([name]) => `${name} has no effect: UPSTREAM_URL is not an https address.`));
  }
  const secureContext = await secureContextOf(settings);
  const proxy = socketPath === undefined ? proxyFor(url, settings) : undefined;
  return { socketPath, proxy, secureContext };
}
