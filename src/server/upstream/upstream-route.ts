import type { UpstreamRoute } from '../../engine/engine.ts';
import { type Settings, SettingsError } from '../settings/settings.ts';
import { secureContextOf } from './certificates.ts';
import { proxyFor } from './proxy-for.ts';

/** How a service is reached by these settings. Rejects with a SettingsError of one line for each mistake. */
export async function upstreamRoute(url: URL, settings: Settings): Promise<UpstreamRoute> {
  const mistakes = unusedCertificates(url, settings);
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  const { upstreamSocket: socketPath } = settings;
  const secureContext = await secureContextOf(settings);
  const proxy = socketPath === undefined ? proxyFor(url, settings) : undefined;
  return { socketPath, proxy, secureContext };
}

/** A line for each setting of certificates that has no effect at an address. */
export function unusedCertificates(url: URL | undefined, { upstreamCaFile, upstreamCertFile }: Settings): string[] {
  if (url?.protocol === 'https:') return [];
  const files = { UPSTREAM_CA_FILE: upstreamCaFile, UPSTREAM_CERT_FILE: upstreamCertFile };
  const unused = Object.entries(files).filter(([, path]) => path !== undefined);
  return unused.map(([name]) => `${name} has no effect: UPSTREAM_URL is not an https address.`);
}
