import type { Logger } from 'pino';
import { AdminServer } from '../server/admin/admin-server.ts';
import type { Administered } from '../server/admin/administered.ts';
import { setLogLevel } from '../server/log-output.ts';
import { packageVersion } from '../server/package-root.ts';
import type { LogLevel } from '../server/settings/server.ts';
import { settings as allSettings, type Settings, visibleValue } from '../server/settings.ts';
import { sourceOf } from './process-limits.ts';

/** What the gateway of this process, or the workers, tell and take. */
export type AdministeredGateway = Omit<Administered, 'status'> & {
  /** What the status adds to that of the process. */
  status(): Readonly<Record<string, unknown>>;
};

/** The server on `ADMIN_PORT`; undefined where it is not set. */
export function adminServer(
  settings: Settings,
  flags: Readonly<Record<string, string>>,
  logger: Logger,
  gateway: AdministeredGateway,
): AdminServer | undefined {
  const { adminPort: port, adminHost: host } = settings;
  if (port === undefined) return undefined;
  const startedAt = new Date().toISOString();
  let logLevel: LogLevel = settings.logLevel;
  const status = () => ({
    version: packageVersion(),
    node: process.version,
    pid: process.pid,
    startedAt,
    logLevel,
    ...gateway.status(),
    settings: effectiveSettings(settings, flags),
  });
  const setLevel = (level: LogLevel) => {
    logLevel = level;
    setLogLevel(logger, level);
    gateway.setLogLevel(level);
  };
  return new AdminServer({ host, port, logger, administered: { ...gateway, status, setLogLevel: setLevel } });
}

/** Each setting by its variable, with its value and where that comes from. */
function effectiveSettings(settings: Settings, flags: Readonly<Record<string, string>>) {
  const keys = Object.keys(allSettings) as (keyof Settings)[];
  return Object.fromEntries(
    keys.map((key) => {
      const entry = { value: visibleValue(key, settings[key]), source: sourceOf(key, flags) };
      return [allSettings[key].name, entry];
    }),
  );
}
