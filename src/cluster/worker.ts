import type { Logger } from 'pino';
import { createGateway, type Gateway } from '../server/gateway.ts';
import { listenProblem, Shutdown, stopSignals } from '../server/lifecycle.ts';
import type { Settings } from '../server/settings.ts';
import { hangTimeoutMs, heartbeatPeriodMs } from './heartbeat.ts';
import { InvalidationReports } from './invalidation-reports.ts';
import { type PrimaryMessage, sendToPrimary, type WorkerAssignment } from './messages.ts';

/** Serves requests as one of several processes, until the primary closes it. It exits when the primary dies. */
export async function runWorker(
  settings: Settings,
  logger: Logger,
  { port, sandbox }: WorkerAssignment,
): Promise<void> {
  const reports = new InvalidationReports({
    send: (report) => sendToPrimary({ kind: 'writeEnded', report }),
    // After this time every read from before the write has ended by its own timeout, whatever the primary does.
    timeoutMs: settings.upstreamTimeout + hangTimeoutMs,
    logger,
  });
  const isSharing = settings.shareCalls || settings.shareOperations;
  const gateway = await createGateway({
    settings: { ...settings, port },
    upstreamUrl: settings.upstreamUrl ?? new URL(sandbox?.url ?? ''),
    logger,
    ...(sandbox && { explorerHeaders: { Authorization: sandbox.authorization } }),
    ...(isSharing && { onWriteEnded: () => reports.writeEnded() }),
  });
  const shutdown = new WorkerShutdown(settings, gateway);
  process.on('message', (message: PrimaryMessage) => {
    if (message.kind === 'listen') void listen(gateway);
    else if (message.kind === 'writeAcknowledged') reports.acknowledge(message.report);
    else if (message.kind === 'announceShutdown') shutdown.announce();
    else if (message.kind === 'close') shutdown.close();
    else {
      gateway.invalidateReads();
      sendToPrimary({ kind: 'invalidated', broadcast: message.broadcast });
    }
  });
  sendToPrimary({ kind: 'ready' });
  setInterval(() => sendToPrimary({ kind: 'heartbeat' }), heartbeatPeriodMs).unref();
}

async function listen(gateway: Gateway): Promise<void> {
  try {
    sendToPrimary({ kind: 'listening', url: await gateway.listen() });
  } catch (error) {
    sendToPrimary({ kind: 'failed', reason: listenProblem(error, 'PORT') });
  }
}

/**
 * The shutdown of a worker. SIGTERM starts it: an operator may send it to replace one worker. A service manager may send it
 * to the workers along with the primary, and a terminal sends SIGINT to all: the primary then decides when to close.
 */
class WorkerShutdown {
  readonly #shutdown: Shutdown;
  #isPrimaryInCharge = false;

  constructor({ shutdownDelay, shutdownTimeout }: Settings, gateway: Gateway) {
    this.#shutdown = new Shutdown({
      delayMs: shutdownDelay,
      timeoutMs: shutdownTimeout,
      announce: () => gateway.announceShutdown(),
      close: () => gateway.close(),
    }).handle([]);
    for (const signal of stopSignals) process.on(signal, () => {});
    process.on('SIGTERM', () => {
      if (!this.#isPrimaryInCharge && !this.#shutdown.isClosing) this.#shutdown.signal();
    });
  }

  announce(): void {
    this.#isPrimaryInCharge = true;
    this.#shutdown.announce();
  }

  close(): void {
    this.#isPrimaryInCharge = true;
    this.#shutdown.close();
  }
}
