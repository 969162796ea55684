import type { Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { type InvalidRecords, nowAndLater } from '../engine/engine.ts';
import type { LoadedDocuments } from '../server/admission/trusted-documents/loaded-documents.ts';
import type { ManifestDocument } from '../server/admission/trusted-documents/manifest.ts';
import { metricsText } from '../server/observation/metrics/exposition.ts';
import type { MetricFamily } from '../server/observation/metrics/family.ts';
import { isStopSignal, listenProblem } from '../server/runtime/lifecycle.ts';
import type { ReadinessState } from '../server/runtime/probes.ts';
import type { LogLevel } from '../server/settings/server.ts';
import { type Settings, SettingsError } from '../server/settings/settings.ts';
import { ConnectionDistribution } from './connection-distribution.ts';
import { DocumentBroadcast } from './document-broadcast.ts';
import { heartbeatPeriodMs } from './heartbeat.ts';
import { InvalidationBroadcast } from './invalidation-broadcast.ts';
import { sendToWorker, type WorkerAssignment, type WorkerMessage } from './messages.ts';
import { primaryMetrics } from './primary-metrics.ts';
import { restartBackoff } from './restart-backoff.ts';
import { kill, RunningWorkers, type WorkerState } from './running-workers.ts';
import { WorkerMetrics } from './worker-metrics.ts';

export interface SupervisorOptions {
  settings: Pick<Settings, 'workers' | 'host' | 'port' | 'basePath' | 'maxConnections' | 'shutdownTimeout'>;
  /** Variables of the workers, in addition to those of this process. */
  environment: Readonly<Record<string, string>>;
  sandbox: WorkerAssignment['sandbox'];
  webhookFile?: WorkerAssignment['webhookFile'];
  /** Undefined where no documents are trusted. */
  documents: readonly ManifestDocument[] | undefined;
  /**
   * Invalidates the records, or everything, in the store that the workers share; resolves to whether it is told. Left out where they
   * share none.
   */
  invalidateStore?: ((records: InvalidRecords) => Promise<boolean>) | undefined;
  logger: Logger;
}

/** Starts, replaces and stops the worker processes that serve one port. Runs in the primary process. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #invalidations = new InvalidationBroadcast();
  readonly #metrics = new WorkerMetrics();
  readonly #documents: DocumentBroadcast | undefined;
  readonly #workers: RunningWorkers;
  readonly #connections: ConnectionDistribution;
  readonly #restarts = new Set<NodeJS.Timeout>();
  #deaths = 0;
  #starting: { resolve: (url: string) => void; reject: (error: Error) => void } | undefined;
  /** Called when no worker is left any more. */
  #stopping: (() => void) | undefined;
  #stopError: Error | undefined;
  #isShutdownAnnounced = false;
  #logLevel: LogLevel | undefined;
  #heartbeats: NodeJS.Timeout | undefined;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    const { settings, environment, sandbox, webhookFile } = options;
    this.#workers = new RunningWorkers(environment, { sandbox, webhookFile }, settings.workers);
    this.#connections = new ConnectionDistribution(settings);
    this.#documents = options.documents && new DocumentBroadcast(options.documents);
  }

  /** Starts the workers and resolves to their base URL when all get connections. Rejects if one of them fails to start. */
  start(): Promise<string> {
    // However the primary process exits, no worker outlives it.
    process.once('exit', () => kill(this.#workers.all));
    this.#heartbeats = setInterval(() => this.#workers.killHanging(this.#options.logger), heartbeatPeriodMs);
    return new Promise((resolve, reject) => {
      this.#starting = { resolve, reject };
      for (let i = 0; i < this.#options.settings.workers; i++) this.#fork(0);
    });
  }

  /** Replaces the trusted documents of all workers by those that are read. Rejects where they cannot be. */
  async reloadDocuments(read: () => Promise<readonly ManifestDocument[]>): Promise<void> {
    await this.#documents?.reloadFrom(read, () => this.#workers.ready);
  }

  /** Tells the workers, and those that replace them, that they are not ready any more. They handle requests until `stop`. */
  announceShutdown(): void {
    this.#isShutdownAnnounced = true;
    for (const worker of this.#workers.ready) sendToWorker(worker, { kind: 'announceShutdown' });
  }

  /** The workers, for operators. */
  get workers(): { number: number; pid: number | undefined; isListening: boolean }[] {
    return this.#workers.all.map(({ number, worker, isListening }) => ({
      number,
      pid: worker.process.pid,
      isListening,
    }));
  }

  /** Which trusted documents are in use; undefined where none are trusted. */
  get trustedDocuments(): LoadedDocuments | undefined {
    return this.#documents?.loaded;
  }

  /** Whether a worker serves requests. */
  get readiness(): ReadinessState {
    if (this.#isShutdownAnnounced) return { isReady: false, reason: 'The gateway is shutting down.' };
    const reason = this.outage();
    return reason === undefined ? { isReady: true } : { isReady: false, reason };
  }

  /** Why no request can be served; undefined while a worker listens, and during a shutdown. One that hangs is killed. */
  outage(): string | undefined {
    return this.#isShutdownAnnounced || this.#workers.listening.length > 0 ? undefined : 'No worker listens.';
  }

  /** Sets the level of the workers' logs, and of those that replace them. */
  setLogLevel(level: LogLevel): void {
    this.#logLevel = level;
    for (const worker of this.#workers.ready) sendToWorker(worker, { kind: 'logLevel', level });
  }

  /**
   * Resolves when no worker serves an earlier response with these records any more, or none at all where no records are given. Their
   * types must be known.
   */
  async invalidate(records: InvalidRecords): Promise<void> {
    const isStoreTold = (await this.#options.invalidateStore?.(records)) !== false;
    await this.#invalidations.send(this.#workers.ready, { records, isStoreTold });
  }

  /** The metrics of all workers as one, in the text format of Prometheus. */
  async metrics(): Promise<string> {
    const own = primaryMetrics(this.#workers.listening.length, this.#deaths, this.#documents?.status);
    return metricsText([own, ...(await this.collectMetrics())]);
  }

  /** The metrics of each worker, and what remains of those that have exited. */
  collectMetrics(): Promise<(readonly MetricFamily[])[]> {
    return this.#metrics.collect(this.#workers.ready);
  }

  /** Lets the workers complete their requests in flight. Resolves when all have exited; rejects then if one of them has failed. */
  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#starting = undefined;
      this.#stopping = resolve;
      clearInterval(this.#heartbeats);
      for (const restart of this.#restarts) clearTimeout(restart);
      // A worker that is not ready has no requests to complete.
      kill(this.#workers.all.filter(({ isReady }) => !isReady));
      if (this.#workers.count === 0) resolve();
      else void this.#closeWorkers(this.#workers.ready);
    });
    if (this.#stopError !== undefined) throw this.#stopError;
  }

  async #closeWorkers(workers: readonly Worker[]): Promise<void> {
    // The other half is for the workers.
    await this.#connections.release(workers, this.#options.settings.shutdownTimeout / 2);
    for (const worker of workers) sendToWorker(worker, { kind: 'close' });
  }

  #fork(failures: number): void {
    const state = this.#workers.start(failures);
    const { worker } = state;
    worker.on('message', (message: WorkerMessage) => this.#handleMessage(state, message));
    worker.once('exit', (code, signal) => this.#workerExited(state, code, signal));
    worker.on('error', (error) => {
      this.#options.logger.error({ err: error }, 'a worker process failed');
      // If the process could not be created, there is no 'exit' event.
      if (worker.process.pid === undefined) this.#workerExited(state, null, null);
    });
  }

  #handleMessage(state: WorkerState, message: WorkerMessage): void {
    state.heartbeat.received();
    if (message.kind === 'connectionReceived') this.#connections.acknowledge(state.worker);
    else if (message.kind === 'ready') this.#workerReady(state);
    else if (message.kind === 'failed') this.#workerFailed(state, message.reason, new SettingsError([message.reason]));
    else if (message.kind === 'closing') this.#workerClosing(state);
    else if (message.kind === 'invalidated') this.#invalidations.acknowledge(state.worker, message.broadcast);
    else if (message.kind === 'heartbeat') this.#invalidations.heartbeat(state.worker, message.number);
    else if (message.kind === 'writeEnded') this.#writeEnded(state, message);
    else if (message.kind === 'writesUnfinished') this.#invalidateNowAndLater(state.worker);
    else if (message.kind === 'metrics') this.#metrics.received(state.worker, message.collection, message.families);
    else if (message.kind === 'readMetrics') this.#sendMetrics(state.worker);
    else if (message.kind === 'documentsNeeded') this.#documents?.sendTo(state.worker);
    else if (message.kind === 'documentsReloaded') this.#documents?.reloaded(message.version, message.isValid);
  }

  #workerReady(state: WorkerState): void {
    state.heartbeat.loaded();
    // `stop` has killed it, but its message was on its way.
    if (this.#stopping !== undefined) return;
    state.isReady = true;
    this.#documents?.workerReady(state.worker);
    if (this.#isShutdownAnnounced) sendToWorker(state.worker, { kind: 'announceShutdown' });
    if (this.#logLevel !== undefined) sendToWorker(state.worker, { kind: 'logLevel', level: this.#logLevel });
    void this.#addToPort(state);
  }

  async #addToPort(state: WorkerState): Promise<void> {
    try {
      const url = (await this.#connections.add(state.worker)) + this.#options.settings.basePath;
      if (this.#workers.has(state) && !state.isClosing && this.#stopping === undefined)
        this.#workerListening(state, url);
    } catch (error) {
      this.#workerFailed(state, listenProblem(error, 'PORT'), error as Error);
    }
  }

  #workerListening(state: WorkerState, url: string): void {
    state.isListening = true;
    sendToWorker(state.worker, { kind: 'listening', url });
    if (this.#workers.listening.length < this.#options.settings.workers) return;
    this.#starting?.resolve(url);
    this.#starting = undefined;
  }

  #workerFailed(state: WorkerState, reason: string, error: Error): void {
    if (this.#starting === undefined) this.#options.logger.error({ worker: state.worker.process.pid }, reason);
    this.#rejectStart(error);
    // It has no connections: no request is lost with it.
    state.isReady = false;
    kill([state]);
  }

  #workerClosing(state: WorkerState): void {
    state.isClosing = true;
    state.isListening = false;
    // `stop` closes all.
    if (this.#stopping === undefined) void this.#closeWorkers([state.worker]);
  }

  async #writeEnded(
    { worker }: WorkerState,
    { report, invalidation }: WorkerMessage & { kind: 'writeEnded' },
  ): Promise<void> {
    await this.#invalidations.send(this.#readyWorkersExcept(worker), invalidation);
    sendToWorker(worker, { kind: 'writeAcknowledged', report });
  }

  async #sendMetrics(worker: Worker): Promise<void> {
    sendToWorker(worker, { kind: 'metricsRead', text: await this.metrics() });
  }

  #readyWorkersExcept(worker: Worker): Worker[] {
    return this.#workers.ready.filter((other) => other !== worker);
  }

  #workerExited(state: WorkerState, code: number | null, signal: string | null): void {
    const { worker } = state;
    if (!this.#workers.exited(state)) return;
    this.#connections.remove(worker);
    this.#invalidations.workerExited(worker);
    this.#metrics.workerExited(worker);
    const cause = signal === null ? `with code ${code}` : `on ${signal}`;
    if (code !== 0 && state.isReady) this.#workerDied(worker, cause);
    if (this.#starting !== undefined && !isStopSignal(signal))
      this.#rejectStart(new Error(`A worker exited ${cause} before all workers were listening.`));
    else if (this.#stopping === undefined) this.#replace(state, code, signal);
    else if (this.#workers.count === 0) this.#stopping();
  }

  /** A write that it had in flight may have been executed, so it counts as ended. */
  #workerDied(worker: Worker, cause: string): void {
    if (this.#stopping !== undefined) this.#stopError ??= new Error(`A worker exited ${cause}.`);
    this.#invalidateNowAndLater(worker);
  }

  /** For writes of a worker that the service may still execute. */
  #invalidateNowAndLater(worker: Worker): void {
    const invalidateReads = (isStoreTold: boolean) =>
      void this.#invalidations.send(this.#readyWorkersExcept(worker), { records: undefined, isStoreTold });
    nowAndLater(async () => {
      invalidateReads(true);
      if ((await this.#options.invalidateStore?.(undefined)) === false) invalidateReads(false);
    });
  }

  #rejectStart(reason: Error): void {
    this.#starting?.reject(reason);
    this.#starting = undefined;
  }

  #replace({ worker, startedAt, failures: before }: WorkerState, code: number | null, signal: string | null): void {
    const { failures, delayMs } = restartBackoff(before, performance.now() - startedAt);
    const details = { worker: worker.process.pid, code, signal, restartInMs: delayMs };
    if (code === 0) this.#options.logger.info(details, 'a worker exited and will be replaced');
    else {
      this.#options.logger.error(details, 'a worker died and will be replaced');
      this.#deaths++;
    }
    const restart = setTimeout(() => {
      this.#restarts.delete(restart);
      this.#fork(failures);
    }, delayMs);
    this.#restarts.add(restart);
  }
}
