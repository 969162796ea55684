import { fileURLToPath } from 'node:url';
import { ask, startNode } from './processes.ts';

export type ReceiverReport = { url: string } | Received;

export interface Received {
  /** Spans of the first export. */
  spans: number;
  /** Bytes of all exports. */
  bytes: number;
}

export interface ReceiverProcess {
  url: string;
  received(): Promise<Received>;
  stop(): Promise<void>;
}

/** Starts a receiver of traces in a process of its own, on a core or, with undefined, on any. */
export async function startReceiver(core: number | undefined): Promise<ReceiverProcess> {
  const file = fileURLToPath(new URL('./receiver.js', import.meta.url));
  const { child, stop } = startNode([file], { core, ipc: true });
  const { url } = await ask<{ url: string }>(child);
  return { url, received: () => ask(child, { count: true }), stop };
}
