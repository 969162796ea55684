import { pino } from 'pino';
import { createGateway, type Gateway } from '../server/gateway.ts';
import { listenProblem, stopGracefully } from '../server/lifecycle.ts';
import type { Settings } from '../server/settings.ts';
import { answerWithinMs } from './invalidation-broadcast.ts';
import { Reports } from './invalidation-reports.ts';
import { type Assignment, type FromPrimary, tellPrimary } from './messages.ts';

/** Serves requests as one of several processes, until the primary closes it. When the primary dies, it ends too. */
export async function runWorker(settings: Settings, { port, sandbox }: Assignment): Promise<void> {
  const logger = pino({ level: settings.logLevel });
  const reports = new Reports({
    send: (report) => tellPrimary({ kind: 'writeEnded', report }),
    // When the primary has been silent for so long, each read from before the write has ended by its own deadline.
    patienceMs: settings.upstreamTimeout + answerWithinMs,
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
  process.on('message', (message: FromPrimary) => {
    if (message.kind === 'listen') void listen(gateway);
    else if (message.kind === 'allForgot') reports.answered(message.report);
    else if (message.kind === 'close') close();
    else {
      gateway.invalidateReads();
      tellPrimary({ kind: 'forgot', round: message.round });
    }
  });
  tellPrimary({ kind: 'ready' });
}

async function listen(gateway: Gateway): Promise<void> {
  try {
    tellPrimary({ kind: 'listening', url: await gateway.listen() });
  } catch (error) {
    tellPrimary({ kind: 'failed', line: listenProblem(error, 'PORT') });
  }
}

/** Signals that a terminal sends to all its processes at once. The primary gets them too, and decides. */
const signalsOfTerminal = ['SIGINT', 'SIGQUIT', 'SIGHUP'] as const;

/**
 * What closes the gateway and ends the process, however often it is called. SIGTERM does the same: a service manager may
 * send it to the workers beside the primary, and an operator to have one worker replaced.
 */
function closeOnce(timeoutMs: number, gateway: Gateway): () => void {
  let closing: Promise<void> | undefined;
  const closeGateway = () => {
    closing ??= gateway.close();
    return closing;
  };
  const stop = stopGracefully(timeoutMs, closeGateway, [...signalsOfTerminal, 'SIGTERM']);
  const close = () => {
    if (closing === undefined) stop();
  };
  for (const signal of signalsOfTerminal) process.on(signal, () => {});
  process.on('SIGTERM', close);
  return close;
}
