import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { TrustedDocumentsOption } from '../server/admission/trusted-documents/create.ts';
import { TrustedDocumentsError } from '../server/admission/trusted-documents/errors.ts';
import type { ManifestDocument } from '../server/admission/trusted-documents/manifest.ts';
import { logReloadFailure } from '../server/admission/trusted-documents/reload-signal.ts';
import { createGateway, type Gateway } from '../server/gateway.ts';
import { setLogLevel } from '../server/observation/logs/log-output.ts';
import type { GatewayOptions } from '../server/options.ts';
import { Shutdown, stopSignals } from '../server/runtime/lifecycle.ts';
import { failsOneRequest } from '../server/runtime/unhandled-errors.ts';
import { type Settings, SettingsError } from '../server/settings/settings.ts';
import type { WebhookMapping } from '../server/settings/webhook-mapping.ts';
import { hangTimeoutMs } from './heartbeat.ts';
import { InvalidationReports } from './invalidation-reports.ts';
import {
  type PrimaryMessage,
  sendLastToPrimary,
  sendToPrimary,
  type WorkerAssignment,
  type WorkerMessage,
} from './messages.ts';
import { MetricsRequest } from './metrics-request.ts';
import { heartbeatIntervalMs, WorkerLease } from './worker-lease.ts';

/** Serves requests as one of several processes, until the primary closes it. It exits when the primary dies. */
export async function runWorker(
  settings: Settings,
  logger: Logger,
  { sandbox }: WorkerAssignment,
  webhook: WebhookMapping | undefined,
): Promise<void> {
  const reports = new InvalidationReports({
    send: (report, invalidation) => sendToPrimary({ kind: 'writeEnded', report, invalidation }),
    // After this time every read from before the write has ended by its own timeout, whatever the primary does.
    timeoutMs: settings.upstreamTimeout + hangTimeoutMs,
    logger,
  });
  const metrics = new MetricsRequest(() => sendToPrimary({ kind: 'readMetrics' }));
  const isSharing = settings.shareCalls || settings.shareOperations || settings.cache !== 'off';
  const gateway = await createOrFail({
    settings,
    upstreamUrl: settings.upstreamUrl ?? new URL(sandbox?.url ?? ''),
    logger,
    explorerSandbox: sandbox,
    onWriteEnded: isSharing ? (records, isStoreTold) => reports.writeEnded({ records, isStoreTold }) : undefined,
    readMetrics: () => metrics.read(),
    webhook,
    trustedDocuments: await trustedDocumentsFromPrimary(settings),
  });
  if (gateway === undefined) return;
  const lease = new WorkerLease();
  if (isSharing) invalidateWithoutLease(gateway, lease);
  const serve = await gateway.listenWithoutPort();
  const shutdown = new WorkerShutdown(settings, gateway, logger);
  process.on('message', (message: PrimaryMessage, connection?: Socket) => {
    if (message.kind === 'connection') receive(connection, serve);
    else if (message.kind === 'listening') logger.info(`Server listening at ${message.url}`);
    else if (message.kind === 'writeAcknowledged') reports.acknowledge(message.report);
    else if (message.kind === 'collectMetrics') sendToPrimary(metricsOf(gateway, message.collection));
    else if (message.kind === 'metricsRead') metrics.received(message.text);
    else if (message.kind === 'announceShutdown') shutdown.announce();
    else if (message.kind === 'close') shutdown.close();
    else if (message.kind === 'heartbeatConfirmed') lease.confirmed(message.number);
    else if (message.kind === 'logLevel') setLogLevel(logger, message.level);
    else if (message.kind === 'documents') void reloadDocuments(gateway, message, logger);
    else void invalidate(gateway, message);
  });
  sendToPrimary({ kind: 'ready' });
  const sendHeartbeat = () => sendToPrimary({ kind: 'heartbeat', number: lease.heartbeatSent() });
  setInterval(sendHeartbeat, heartbeatIntervalMs).unref();
}

/** Lets no request get a response that was requested before it, while the primary process may have excluded this worker. */
function invalidateWithoutLease(gateway: Gateway, lease: WorkerLease): void {
  diagnostics.subscribe('http.server.request.start', () => {
    if (lease.hasEnded) gateway.invalidateReads();
  });
}

async function invalidate(
  gateway: Gateway,
  { broadcast, invalidation: { records, isStoreTold } }: PrimaryMessage & { kind: 'invalidate' },
): Promise<void> {
  if (isStoreTold) gateway.invalidateReads(records);
  else await gateway.invalidate(records);
  sendToPrimary({ kind: 'invalidated', broadcast });
}

function metricsOf(gateway: Gateway, collection: number): WorkerMessage {
  return { kind: 'metrics', collection, families: gateway.collectMetrics() };
}

/** Undefined where a trusted document or a certificate is invalid: the primary process then ends this one. */
async function createOrFail(options: GatewayOptions): Promise<Gateway | undefined> {
  try {
    return await createGateway(options);
  } catch (error) {
    if (!(error instanceof TrustedDocumentsError || error instanceof SettingsError)) throw error;
    sendToPrimary({ kind: 'failed', reason: error.message });
    return undefined;
  }
}

async function trustedDocumentsFromPrimary({
  trustedDocuments: mode,
}: Settings): Promise<TrustedDocumentsOption | undefined> {
  if (mode === 'off') return undefined;
  const documents = new Promise<readonly ManifestDocument[]>((resolve) => {
    const receive = (message: PrimaryMessage) => {
      if (message.kind !== 'documents') return;
      process.off('message', receive);
      resolve(message.documents);
    };
    process.on('message', receive);
  });
  sendToPrimary({ kind: 'documentsNeeded' });
  return { mode, documents: await documents };
}

async function reloadDocuments(
  gateway: Gateway,
  { version, documents }: PrimaryMessage & { kind: 'documents' },
  logger: Logger,
): Promise<void> {
  try {
    await gateway.reloadTrustedDocuments(documents);
    sendToPrimary({ kind: 'documentsReloaded', version, isValid: true });
  } catch (error) {
    logReloadFailure(logger, error);
    sendToPrimary({ kind: 'documentsReloaded', version, isValid: false });
  }
}

/** Undefined for a connection that ended on its way. */
function receive(connection: Socket | undefined, serve: (connection: Socket) => void): void {
  sendToPrimary({ kind: 'connectionReceived' });
  if (connection !== undefined) serve(connection);
}

/**
 * The shutdown of a worker. SIGTERM starts it: an operator may send it to replace one worker. A service manager may send it
 * to the workers along with the primary, and a terminal sends SIGINT to all: the primary then decides when to close.
 */
class WorkerShutdown {
  readonly #shutdown: Shutdown;
  readonly #lastConnection: Promise<void>;
  #noteLastConnection = () => {};
  #isPrimaryInCharge = false;

  constructor({ shutdownDelay, shutdownTimeout }: Settings, gateway: Gateway, logger: Logger) {
    this.#lastConnection = new Promise((resolve) => {
      this.#noteLastConnection = resolve;
    });
    this.#shutdown = new Shutdown({
      delayMs: shutdownDelay,
      timeoutMs: shutdownTimeout,
      signalled: (signal) => logger.info({ signal }, 'signal to stop received'),
      announce: () => gateway.announceShutdown(),
      tolerates: failsOneRequest(logger),
      close: async () => {
        sendToPrimary({ kind: 'closing' });
        await this.#lastConnection;
        await gateway.close();
        if (gateway.hasUnfinishedWrites()) sendToPrimary({ kind: 'writesUnfinished' });
        await sendLastToPrimary(metricsOf(gateway, 0));
        return !gateway.hasAbortedRequests();
      },
    }).handle([]);
    for (const signal of stopSignals) process.on(signal, () => {});
    process.on('SIGTERM', (signal) => {
      if (!this.#isPrimaryInCharge && !this.#shutdown.isClosing) this.#shutdown.signal(signal);
    });
  }

  announce(): void {
    this.#isPrimaryInCharge = true;
    this.#shutdown.announce();
  }

  /** Called when the worker gets no more connections. */
  close(): void {
    this.#isPrimaryInCharge = true;
    this.#noteLastConnection();
    this.#shutdown.close();
  }
}
