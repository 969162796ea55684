import { pino } from 'pino';
import { createGateway, type Gateway } from '../server/gateway.ts';
import { listenProblem, stopGracefully } from '../server/lifecycle.ts';
import type { Settings } from '../server/settings.ts';
import { acknowledgeTimeoutMs } from './invalidation-broadcast.ts';
import { InvalidationReports } from './invalidation-reports.ts';
import { type PrimaryMessage, sendToPrimary, type WorkerAssignment } from './messages.ts';

/** Serves requests as one of several processes, until the primary closes it. It exits when the primary dies. */
export async function runWorker(settings: Settings, { port, sandbox }: WorkerAssignment): Promise<void> {
  const logger = pino({ level: settings.logLevel });
  const reports = new InvalidationReports({
    send: (report) => sendToPrimary({ kind: 'writeEnded', report }),
    // After this time every read from before the write has ended by its own timeout, whatever the primary does.
    timeoutMs: settings.upstreamTimeout + acknowledgeTimeoutMs,
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
  const close = closeOnce(settings.shutdownTimeout, gateway);
  process.on('message', (message: PrimaryMessage) => {
    if (message.kind === 'listen') void listen(gateway);
    else if (message.kind === 'writeAcknowledged') reports.acknowledge(message.report);
    else if (message.kind === 'close') close();
    else {
      gateway.invalidateReads();
      sendToPrimary({ kind: 'invalidated', broadcast: message.broadcast });
    }
  });
  sendToPrimary({ kind: 'ready' });
}

async function listen(gateway: Gateway): Promise<void> {
  try {
    sendToPrimary({ kind: 'listening', url: await gateway.listen() });
  } catch (error) {
    sendToPrimary({ kind: 'failed', reason: listenProblem(error, 'PORT') });
  }
}

/** Signals that a terminal sends to all processes of its group. The primary receives them too, and decides. */
const terminalSignals = ['SIGINT', 'SIGQUIT', 'SIGHUP'] as const;

/**
 * Returns a function that closes the gateway and exits the process; further calls have no effect. SIGTERM does the same: a
 * service manager may send it to the workers along with the primary, and an operator to replace one worker.
 */
function closeOnce(gracePeriodMs: number, gateway: Gateway): () => void {
  let closing: Promise<void> | undefined;
  const closeGateway = () => {
    closing ??= gateway.close();
    return closing;
  };
  const stop = stopGracefully(gracePeriodMs, closeGateway, [...terminalSignals, 'SIGTERM']);
  const close = () => {
    if (closing === undefined) stop();
  };
  for (const signal of terminalSignals) process.on(signal, () => {});
  process.on('SIGTERM', close);
  return close;
}
