import type { Logger } from 'pino';
import { assignmentVariable, type WorkerAssignment } from '../cluster/messages.ts';
import type { AdminServer } from '../server/admin/admin-server.ts';
import { ManifestWatcher } from '../server/admission/trusted-documents/manifest-watcher.ts';
import { readManifests } from '../server/admission/trusted-documents/read-manifests.ts';
import { ReloadSignal } from '../server/admission/trusted-documents/reload-signal.ts';
import { createGateway } from '../server/gateway.ts';
import { driftIn } from '../server/observation/drift/contract-drift.ts';
import { createLogger } from '../server/observation/logs/log-output.ts';
import { addressesIn } from '../server/observation/metrics/address-metrics.ts';
import type { MetricFamily } from '../server/observation/metrics/family.ts';
import { stateIn } from '../server/observation/metrics/measured-state.ts';
import { MetricsServer } from '../server/observation/metrics/metrics-server.ts';
import { ignoreSignals, onTerminalClosed, Shutdown, stopSignals } from '../server/runtime/lifecycle.ts';
import type { Probed } from '../server/runtime/probes.ts';
import { failsOneRequest } from '../server/runtime/unhandled-errors.ts';
import type { SettingSources, Settings } from '../server/settings/settings.ts';
import type { WebhookMapping } from '../server/settings/webhook-mapping.ts';
import { entitiesOf } from '../server/upstream/cache.ts';
import { createInvalidator } from '../server/upstream/shared-cache/invalidator.ts';
import { adminServer } from './admin.ts';
import { announceStart, explorerUrlOf } from './banner.ts';
import { paintFor } from './colors.ts';
import { listening } from './exit.ts';
import { withFreePort } from './free-port.ts';
import { openBrowser } from './open-browser.ts';
import { prettyOutput } from './pretty-log.ts';
import { processLimitsIn, withinProcess } from './process-limits.ts';
import { startEmbeddedSandbox } from './sandbox.ts';
import { checkedSettings } from './settings/checked-settings.ts';
import { readConfigFile } from './settings/config-file.ts';
import { settingsToServe } from './settings/settings-to-serve.ts';
import { environmentOfWorkers, type Flags, settingSources, settingSourcesOfWorker } from './settings/sources.ts';

/**
 * Runs the gateway in this process, in several workers, or as one of these workers. `opens`: opens the explorer in a browser. Rejects with a
 * CommandFailure, or with the error of settings or documents.
 */
export async function serve(flags: Flags, opens: boolean): Promise<void> {
  const assignment = workerAssignment();
  const sources = assignment === undefined ? await settingSources(flags) : settingSourcesOfWorker(flags);
  // Each worker reads the files itself: mistakes are told once.
  const checked = assignment === undefined ? await settingsToServe(sources) : checkedSettings(sources);
  const settings = withinProcess(checked, sources);
  const properties = assignment && { workerNumber: assignment.number };
  const logger = createLogger(settings.logLevel, properties, logStreamFor(settings));
  logger.info(processLimitsIn(settings), 'limits of this process');
  // The primary process reloads the documents of its workers.
  const reloads = settings.trustedDocuments !== 'off' && assignment === undefined;
  ignoreSignals(logger, reloads ? ['SIGHUP'] : []);
  if (assignment !== undefined) {
    await serveAsWorker(settings, logger, assignment);
    return;
  }
  const url = await serveAsPrimary(await withFreePort(settings, sources), sources, logger);
  const explorerUrl = explorerUrlOf(settings, url);
  if (!opens) return;
  if (explorerUrl !== undefined) openBrowser(explorerUrl);
  else console.error('The explorer is not served: EXPLORER is false, or TRUSTED_DOCUMENTS is enforce.');
}

/** Resolves to the URL of the gateway. */
function serveAsPrimary(settings: Settings, sources: SettingSources, logger: Logger): Promise<string> {
  return settings.workers === 1 ? serveAlone(settings, sources, logger) : serveWithWorkers(settings, sources, logger);
}

/** Where log lines go: as JSON to the standard output, or in the form for people. */
function logStreamFor({ logFormat }: Settings) {
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && process.stdout.isTTY);
  return isPretty ? prettyOutput(process.stdout, paintFor(process.stdout)) : process.stdout;
}

/** Undefined where this process is no worker. */
function workerAssignment(): WorkerAssignment | undefined {
  const json = process.env[assignmentVariable];
  return json === undefined ? undefined : (JSON.parse(json) as WorkerAssignment);
}

async function serveAlone(settings: Settings, sources: SettingSources, logger: Logger): Promise<string> {
  const reload = reloadSignalFor(settings, logger);
  const watcher = await watcherFor(settings);
  const sandbox = await sandboxFor(settings);
  const gateway = await createGateway({
    settings,
    upstreamUrl: settings.upstreamUrl ?? new URL(sandbox?.url ?? ''),
    logger,
    explorerSandbox: sandbox,
    webhook: sources.file?.webhook,
  });
  const metrics = metricsServer(settings, logger, gateway);
  const admin = adminServer(settings, sources, logger, {
    status: async () => ({
      trustedDocuments: gateway.trustedDocuments() ?? null,
      ...measuredStatus([gateway.collectMetrics()]),
    }),
    readiness: () => gateway.readiness(),
    metrics: () => gateway.metrics(),
    setLogLevel: () => {},
    reload: reload && (() => gateway.reloadTrustedDocuments()),
    invalidate: async (records) => gateway.invalidate(records),
  });
  stopOnSignals(settings, logger, gateway, async () => {
    await gateway.close();
    await metrics?.close();
    await admin?.close();
    await sandbox?.close();
    return !gateway.hasAbortedRequests();
  });
  const url = await listening('PORT', () => gateway.listen());
  reload?.start(() => gateway.reloadTrustedDocuments());
  watcher?.start(() => reload?.request());
  const metricsUrl = await metricsUrlOf(settings, url, metrics);
  announceStart(settings, logger, { url, sandbox, metricsUrl, adminUrl: await adminUrlOf(admin) });
  return url;
}

async function serveWithWorkers(settings: Settings, sources: SettingSources, logger: Logger): Promise<string> {
  // Loaded only when they are used: a single process needs none of it.
  const { Supervisor } = await import('../cluster/supervisor.ts');
  const reload = reloadSignalFor(settings, logger);
  const watcher = await watcherFor(settings);
  const { trustedDocuments: mode, trustedDocumentsPath: path = '' } = settings;
  const documents = mode === 'off' ? undefined : await readManifests(path);
  const sandbox = await sandboxFor(settings);
  const upstreamUrl = settings.upstreamUrl ?? new URL(sandbox?.url ?? '');
  const sharedCache = await createInvalidator(settings, upstreamUrl, logger);
  const supervisor = new Supervisor({
    settings,
    environment: environmentOfWorkers(sources),
    webhookFile: sources.file?.webhook && sources.file.path,
    sandbox: sandbox && { url: sandbox.url, authorization: sandbox.authorization, users: sandbox.users },
    documents,
    invalidateStore: sharedCache && ((records) => sharedCache.invalidate(records)),
    logger,
  });
  const probed: Probed = { outage: () => supervisor.outage(), readiness: async () => supervisor.readiness };
  const metrics = metricsServer(settings, logger, { ...probed, metrics: () => supervisor.metrics() });
  const reloadDocuments = () => supervisor.reloadDocuments(() => readManifests(path));
  const admin = adminServer(settings, sources, logger, {
    status: async () => ({
      trustedDocuments: supervisor.trustedDocuments ?? null,
      workers: supervisor.workers,
      ...measuredStatus(await supervisor.collectMetrics()),
    }),
    ...probed,
    metrics: () => supervisor.metrics(),
    setLogLevel: (level) => supervisor.setLogLevel(level),
    reload: reload && reloadDocuments,
    invalidate: async (records) => {
      entitiesOf(records ?? []);
      await supervisor.invalidate(records);
    },
  });
  stopOnSignals(settings, logger, supervisor, async () => {
    await supervisor.stop();
    await sharedCache?.close();
    await metrics?.close();
    await admin?.close();
    await sandbox?.close();
    return true;
  });
  const url = await listening('PORT', () => supervisor.start());
  reload?.start(reloadDocuments);
  watcher?.start(() => reload?.request());
  const metricsUrl = await metricsUrlOf(settings, url, metrics);
  announceStart(settings, logger, { url, sandbox, metricsUrl, adminUrl: await adminUrlOf(admin) });
  return url;
}

async function serveAsWorker(settings: Settings, logger: Logger, assignment: WorkerAssignment): Promise<void> {
  const { runWorker } = await import('../cluster/worker.ts');
  await runWorker(settings, logger, assignment, await webhookIn(assignment.webhookFile));
}

/** The function for webhooks of a configuration file, which the primary process has read before. */
async function webhookIn(path: string | undefined): Promise<WebhookMapping | undefined> {
  return path === undefined ? undefined : (await readConfigFile(path))?.webhook;
}

/** What the status tells of the metrics of all processes. */
function measuredStatus(processes: readonly (readonly MetricFamily[])[]) {
  return { ...stateIn(processes), upstreamAddresses: addressesIn(processes), contractDrift: driftIn(processes) };
}

/** Undefined where SIGHUP has no effect. It is handled from the start: Node would end the process. */
function reloadSignalFor({ trustedDocuments }: Settings, logger: Logger): ReloadSignal | undefined {
  return trustedDocuments === 'off' ? undefined : new ReloadSignal(logger);
}

/** Undefined where manifests are not watched. It notes their state before they are loaded, so that it misses no change. */
async function watcherFor({ trustedDocuments, trustedDocumentsPath, trustedDocumentsWatch }: Settings) {
  if (trustedDocuments === 'off' || trustedDocumentsPath === undefined || trustedDocumentsWatch === 0) return undefined;
  return await ManifestWatcher.create(trustedDocumentsPath, trustedDocumentsWatch);
}

function stopOnSignals(
  { shutdownDelay: delayMs, shutdownTimeout: timeoutMs }: Settings,
  logger: Logger,
  server: { announceShutdown(): void },
  close: () => Promise<boolean>,
): void {
  const announce = () => server.announceShutdown();
  const signalled = (signal: string) => logger.info({ signal }, 'signal to stop received');
  const shutdown = new Shutdown({ delayMs, timeoutMs, signalled, announce, close, tolerates: failsOneRequest(logger) });
  shutdown.handle(stopSignals);
  onTerminalClosed(() => shutdown.close());
}

/** The server on the metrics' own port; undefined if they have none. */
function metricsServer(
  { metricsPort: port, metricsHost, host }: Settings,
  logger: Logger,
  measured: Probed & { metrics(): Promise<string> },
): MetricsServer | undefined {
  if (port === undefined) return undefined;
  return new MetricsServer({
    host: metricsHost ?? host,
    port,
    read: () => measured.metrics(),
    probed: measured,
    logger,
  });
}

/** Where metrics are served; undefined if they are off. Starts the server on their own port. */
async function metricsUrlOf(
  { metrics }: Settings,
  url: string,
  server: MetricsServer | undefined,
): Promise<string | undefined> {
  if (server !== undefined) return listening('METRICS_PORT', () => server.listen());
  return metrics ? `${url}/metrics` : undefined;
}

/** Starts the server on `ADMIN_PORT`, and resolves to its URL; undefined where it is not set. */
async function adminUrlOf(server: AdminServer | undefined): Promise<string | undefined> {
  return server && (await listening('ADMIN_PORT', () => server.listen()));
}

/** The embedded sandbox; undefined if another service is set. */
async function sandboxFor(settings: Settings) {
  return settings.upstreamUrl === undefined ? await startEmbeddedSandbox(settings) : undefined;
}
