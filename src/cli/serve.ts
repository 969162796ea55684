import type { Logger } from 'pino';
import { assignmentVariable, type WorkerAssignment } from '../cluster/messages.ts';
import { createGateway } from '../server/gateway.ts';
import { ignoreSignals, Shutdown, stopSignals } from '../server/lifecycle.ts';
import { createLogger } from '../server/log-output.ts';
import { readSettings, type Settings, SettingsError } from '../server/settings.ts';
import { printBanner } from './banner.ts';
import { exitWith, listenOrExit } from './exit.ts';
import { startEmbeddedSandbox } from './sandbox.ts';

/** Runs the gateway in this process, in several workers, or as one of these workers. */
export async function serve(flags: Record<string, string>): Promise<void> {
  const settings = readOrExit(flags);
  const logger = createLogger(settings.logLevel);
  ignoreSignals(logger);
  const assignment = process.env[assignmentVariable];
  if (assignment !== undefined) await serveAsWorker(settings, logger, JSON.parse(assignment) as WorkerAssignment);
  else if (settings.workers === 1) await serveAlone(settings, logger);
  else await serveWithWorkers(settings, logger);
}

async function serveAlone(settings: Settings, logger: Logger): Promise<void> {
  const sandbox = await sandboxFor(settings);
  const gateway = await createGateway({
    settings,
    upstreamUrl: settings.upstreamUrl ?? new URL(sandbox?.url ?? ''),
    logger,
    ...(sandbox && { explorerHeaders: { Authorization: sandbox.authorization } }),
  });
  stopOnSignals(settings, gateway, async () => {
    await gateway.close();
    await sandbox?.close();
  });
  const url = await listenOrExit('PORT', () => gateway.listen());
  printBanner(settings, url, sandbox);
}

async function serveWithWorkers(settings: Settings, logger: Logger): Promise<void> {
  // Loaded only when they are used: a single process needs none of it.
  const [{ Supervisor }, { reservePort }] = await Promise.all([
    import('../cluster/supervisor.ts'),
    import('../cluster/port-reservation.ts'),
  ]);
  const reservation = await listenOrExit('PORT', () => reservePort(settings.host, settings.port));
  const sandbox = await sandboxFor(settings);
  const supervisor = new Supervisor({
    count: settings.workers,
    reservation,
    sandbox: sandbox && { url: sandbox.url, authorization: sandbox.authorization },
    logger,
  });
  stopOnSignals(settings, supervisor, async () => {
    await supervisor.stop();
    await sandbox?.close();
  });
  const url = await listenOrExit('PORT', () => supervisor.start());
  printBanner(settings, url, sandbox);
}

async function serveAsWorker(settings: Settings, logger: Logger, assignment: WorkerAssignment): Promise<void> {
  const { runWorker } = await import('../cluster/worker.ts');
  await runWorker(settings, logger, assignment);
}

function stopOnSignals(
  { shutdownDelay, shutdownTimeout }: Settings,
  server: { announceShutdown(): void },
  close: () => Promise<void>,
): void {
  const announce = () => server.announceShutdown();
  new Shutdown({ delayMs: shutdownDelay, timeoutMs: shutdownTimeout, announce, close }).handle(stopSignals);
}

/** The embedded sandbox; undefined if another service is set. */
async function sandboxFor({ upstreamUrl, sandboxScale }: Settings) {
  return upstreamUrl === undefined ? await startEmbeddedSandbox(sandboxScale) : undefined;
}

function readOrExit(flags: Record<string, string>): Settings {
  try {
    return readSettings(process.env, flags);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return exitWith(error.lines);
  }
}
