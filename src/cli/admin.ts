import type { Logger } from 'pino';
import { AdminServer } from '../server/admin/admin-server.ts';
import type { Administered } from '../server/admin/administered.ts';
import { setLogLevel } from '../server/observation/logs/log-output.ts';
import { packageVersion } from '../server/runtime/package-root.ts';
import type { LogLevel } from '../server/settings/server.ts';
import type { SettingSources, Settings } from '../server/settings/settings.ts';
import { effectiveSettings } from './settings/effective.ts';

/** What the gateway of this process, or the workers, tell and take. */
export type AdministeredGateway = Omit<Administered, 'status'> & {
  /** What the status adds to that of the process. */
  status(): Promise<Readonly<Record<string, unknown>>>;
};

/** The server on `ADMIN_PORT`; undefined where it is not set. */
export function adminServer(
  settings: Settings,
  sources: SettingSources,
  logger: Logger,
  gateway: AdministeredGateway,
): AdminServer | undefined {
  const { adminPort: port, adminHost: host } = settings;
  if (port === undefined) return undefined;
  const startedAt = new Date().toISOString();
  let logLevel: LogLevel = settings.logLevel;
  const status = async () => ({
    version: packageVersion(),
    node: process.version,
    pid: process.pid,
    startedAt,
    logLevel,
    ...(await gateway.status()),
    settings: effectiveSettings(settings, sources),
  });
  const setLevel = (level: LogLevel) => {
    logLevel = level;
    setLogLevel(logger, level);
    gateway.setLogLevel(level);
  };
  return new AdminServer({ host, port, logger, administered: { ...gateway, status, setLogLevel: setLevel } });
}
