import { TrustedDocumentsError } from '../../server/admission/trusted-documents/errors.ts';
import { readManifests } from '../../server/admission/trusted-documents/read-manifests.ts';
import { redisAddressOf } from '../../server/redis/redis-address.ts';
import { type SettingSources, type Settings, SettingsError } from '../../server/settings/settings.ts';
import { upstreamRoute } from '../../server/upstream/upstream-route.ts';
import { hasFixedPort } from '../free-port.ts';
import { checkedSettings } from './checked-settings.ts';

/**
 * The settings of all sources, for a gateway with a server: also its ports, and the files that it reads at start, are valid. Rejects with
 * a SettingsError.
 */
export async function settingsToServe(sources: SettingSources): Promise<Settings> {
  const settings = checkedSettings(sources);
  const mistakes = [...portMistakes(settings, sources), ...(await fileMistakes(settings))];
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return settings;
}

interface Listener {
  name: string;
  host: string;
  port: number | undefined;
}

function portMistakes(settings: Settings, sources: SettingSources): string[] {
  const { host, port, metricsHost = host, metricsPort, adminHost, adminPort } = settings;
  const listeners: Listener[] = [
    // Another port is chosen where nobody has asked for this one.
    { name: 'PORT', host, port: hasFixedPort(sources) ? port : undefined },
    { name: 'METRICS_PORT', host: metricsHost, port: metricsPort },
    { name: 'ADMIN_PORT', host: adminHost, port: adminPort },
  ];
  return listeners.flatMap((one, i) =>
    listeners.slice(i + 1).flatMap((other) => (areInConflict(one, other) ? [conflictOf(one, other)] : [])),
  );
}

function areInConflict(one: Listener, other: Listener): boolean {
  if (one.port === undefined || one.port === 0 || one.port !== other.port) return false;
  return one.host === other.host || includes(one.host, other.host) || includes(other.host, one.host);
}

/** Whether an address stands for all addresses, or for all of IPv4. */
function includes(host: string, other: string): boolean {
  return host === '::' || (host === '0.0.0.0' && !other.includes(':'));
}

function conflictOf(one: Listener, other: Listener): string {
  return `${one.name} and ${other.name} are both ${one.port}: set one of them to another port.`;
}

async function fileMistakes(settings: Settings): Promise<string[]> {
  const { upstreamUrl, trustedDocuments, trustedDocumentsPath } = settings;
  const lists = await Promise.all([
    mistakesOf(async () => upstreamUrl && upstreamRoute(upstreamUrl, settings)),
    mistakesOf(() => redisAddressOf(settings)),
    mistakesOf(async () => trustedDocuments !== 'off' && readManifests(trustedDocumentsPath ?? '')),
  ]);
  return lists.flat();
}

async function mistakesOf(read: () => Promise<unknown>): Promise<readonly string[]> {
  try {
    await read();
    return [];
  } catch (error) {
    if (error instanceof SettingsError || error instanceof TrustedDocumentsError) return error.lines;
    throw error;
  }
}
