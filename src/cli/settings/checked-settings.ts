import { type SettingSources, type Settings, SettingsError, settingsFrom } from '../../server/settings/settings.ts';
import { unusedCertificates } from '../../server/upstream/upstream-route.ts';

/**
 * The settings of all sources, for a gateway over `UPSTREAM_URL` or else over the embedded sandbox. Throws a SettingsError, also for
 * those of a route that such a gateway does not have.
 */
export function checkedSettings(sources: SettingSources): Settings {
  const settings = settingsFrom(sources);
  const { upstreamUrl, upstreamSocket } = settings;
  const mistakes = unusedCertificates(upstreamUrl, settings);
  if (upstreamUrl === undefined && upstreamSocket !== undefined) mistakes.push('UPSTREAM_SOCKET needs UPSTREAM_URL.');
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return settings;
}
