import type { Worker } from 'node:cluster';
import type { Socket } from 'node:net';
import type { ManifestDocument } from '../server/admission/trusted-documents/manifest.ts';
import type { MetricFamily } from '../server/observation/metrics/family.ts';
import type { LogLevel } from '../server/settings/server.ts';
import type { ServedSandbox } from '../server/transport/explorer.ts';
import type { Invalidation } from './invalidation.ts';

/** What a worker is started with, in addition to the settings that it reads from the environment and the flags. */
export interface WorkerAssignment {
  /** From 1 on; a worker that replaces another one has its number. */
  number: number;
  /** The sandbox in the primary process, if the sandbox is the upstream. */
  sandbox?: ServedSandbox | undefined;
  /** Path of the configuration file, if it has a function for webhooks: functions cannot be in the environment. */
  webhookFile?: string | undefined;
}

/** The environment variable that makes a process a worker; it holds the assignment in JSON. */
export const assignmentVariable = 'DOCGRAPH_WORKER';

/** Messages from a worker to the primary process. */
export type WorkerMessage =
  /** The worker has received the connection that was handed to it. */
  | { kind: 'connectionReceived' }
  /** The worker can serve connections, and handles messages from this point on. */
  | { kind: 'ready' }
  /** The worker cannot start for a mistake in a setting or in a file of one; `reason` is one line for the operator. */
  | { kind: 'failed'; reason: string }
  /** The worker shuts down by itself, and waits for `close`. */
  | { kind: 'closing' }
  /** Writes have ended in the worker: the other workers must invalidate their reads. Each worker numbers its reports. */
  | { kind: 'writeEnded'; report: number; invalidation: Invalidation }
  /** The worker exits, and the service may still execute a write of it whose outcome is not known. */
  | { kind: 'writesUnfinished' }
  /** The worker has invalidated its reads for this broadcast. */
  | { kind: 'invalidated'; broadcast: number }
  /** The worker's metrics: for this collection, or 0 for the last ones before it exits. */
  | { kind: 'metrics'; collection: number; families: readonly MetricFamily[] }
  /** The worker serves `/metrics`, and needs the metrics of all workers. */
  | { kind: 'readMetrics' }
  /** The worker starts, and needs the trusted documents. */
  | { kind: 'documentsNeeded' }
  /** The worker has replaced its trusted documents, or has kept the old ones where the new ones are invalid. */
  | { kind: 'documentsReloaded'; version: number; isValid: boolean }
  /** The worker's event loop turns. Sent every `heartbeatIntervalMs`, with its number. */
  | { kind: 'heartbeat'; number: number };

export type PrimaryMessage =
  /** Along with a connection that the worker must serve. */
  | { kind: 'connection' }
  /** The worker gets connections to this URL. */
  | { kind: 'listening'; url: string }
  /** The trusted documents, for a worker that starts or that has others. */
  | { kind: 'documents'; version: number; documents: readonly ManifestDocument[] }
  /** The worker must invalidate its reads. */
  | { kind: 'invalidate'; broadcast: number; invalidation: Invalidation }
  /** The worker had acknowledged all invalidations when its heartbeat with this number was confirmed. */
  | { kind: 'heartbeatConfirmed'; number: number }
  /** All other workers have invalidated the reads that began before this report. */
  | { kind: 'writeAcknowledged'; report: number }
  /** The worker must log from this level on. */
  | { kind: 'logLevel'; level: LogLevel }
  /** The worker must send its metrics. */
  | { kind: 'collectMetrics'; collection: number }
  /** The metrics of all workers, in the text format of Prometheus. */
  | { kind: 'metricsRead'; text: string }
  /** The worker is not ready any more, but has to handle requests until it is closed. */
  | { kind: 'announceShutdown' }
  /** The worker gets no more connections. It must complete its requests in flight, and exit. */
  | { kind: 'close' };

// A message that cannot be sent was meant for a process that has exited, which other events report.
const ignoreFailure = () => {};

export function sendToWorker(worker: Worker, message: PrimaryMessage): void {
  worker.send(message, ignoreFailure);
}

/** Hands a connection to a worker; this process keeps it open, too. `failed` is called where the worker cannot be reached. */
export function sendConnection(worker: Worker, connection: Socket, failed: () => void): void {
  worker.send({ kind: 'connection' } satisfies PrimaryMessage, connection, { keepOpen: true }, (error) => {
    if (error !== null) failed();
  });
}

export function sendToPrimary(message: WorkerMessage): void {
  process.send?.(message, undefined, undefined, ignoreFailure);
}

/** Sends a message before the process exits: resolves when it was sent, or cannot be. */
export function sendLastToPrimary(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}
