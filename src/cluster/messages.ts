import type { Worker } from 'node:cluster';

/** What a worker is started with, in addition to the settings that it reads from the environment and the flags. */
export interface WorkerAssignment {
  port: number;
  /** The sandbox in the primary process, if the sandbox is the upstream. */
  sandbox?: { url: string; authorization: string } | undefined;
}

/** The environment variable that makes a process a worker; it holds the assignment in JSON. */
export const assignmentVariable = 'DOCGRAPH_WORKER';

/** Messages from a worker to the primary process. */
export type WorkerMessage =
  /** The worker can listen, and handles messages from this point on. */
  | { kind: 'ready' }
  | { kind: 'listening'; url: string }
  /** The worker cannot listen; `reason` is one line for the operator. */
  | { kind: 'failed'; reason: string }
  /** Writes have ended in the worker: the other workers must invalidate their reads. Each worker numbers its reports. */
  | { kind: 'writeEnded'; report: number }
  /** The worker has invalidated its reads for this broadcast. */
  | { kind: 'invalidated'; broadcast: number }
  /** The worker's event loop turns. Sent every `heartbeatPeriodMs`. */
  | { kind: 'heartbeat' };

/** Messages from the primary process to a worker. */
export type PrimaryMessage =
  | { kind: 'listen' }
  | { kind: 'invalidate'; broadcast: number }
  /** All other workers have invalidated the reads that began before this report. */
  | { kind: 'writeAcknowledged'; report: number }
  /** The worker is not ready any more, but has to handle requests until it is closed. */
  | { kind: 'announceShutdown' }
  /** The worker must accept no more requests, complete those in flight, and exit. */
  | { kind: 'close' };

// A message that cannot be sent was meant for a process that has exited, which other events report.
const ignoreFailure = () => {};

export function sendToWorker(worker: Worker, message: PrimaryMessage): void {
  worker.send(message, ignoreFailure);
}

export function sendToPrimary(message: WorkerMessage): void {
  process.send?.(message, undefined, undefined, ignoreFailure);
}
