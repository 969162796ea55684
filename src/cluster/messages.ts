import type { Worker } from 'node:cluster';

/** What a worker is started with, beside the settings that it reads for itself. */
export interface Assignment {
  port: number;
  /** The sandbox that runs in the primary, where it is the upstream. */
  sandbox?: { url: string; authorization: string } | undefined;
}

/** The environment variable that makes a process a worker; it holds its assignment. */
export const assignmentVariable = 'DOCGRAPH_WORKER';

/** What a worker tells the primary. */
export type FromWorker =
  /** It can listen, and takes messages from now on. */
  | { kind: 'ready' }
  | { kind: 'listening'; url: string }
  /** It can't listen; the line says why. */
  | { kind: 'failed'; line: string }
  /** Writes have ended in it: the others are to forget their reads. It numbers its reports. */
  | { kind: 'writeEnded'; report: number }
  /** It has forgotten its reads, as it was asked to. */
  | { kind: 'forgot'; round: number };

/** What the primary tells a worker. */
export type FromPrimary =
  | { kind: 'listen' }
  | { kind: 'forget'; round: number }
  /** All others have forgotten the reads that began before this report. */
  | { kind: 'allForgot'; report: number }
  /** It is to take no more requests, let those under way end, and exit. */
  | { kind: 'close' };

// A message that can't be sent went to a process that is gone: its end is told by other events.
const ignoreFailure = () => {};

export function tellWorker(worker: Worker, message: FromPrimary): void {
  worker.send(message, ignoreFailure);
}

export function tellPrimary(message: FromWorker): void {
  process.send?.(message, undefined, undefined, ignoreFailure);
}
