import { fileURLToPath } from 'node:url';
import { ask, startNode } from './processes.ts';

/** What the benchmark tells the upstream: to start counting anew with a delay, or to say what it counted. */
export type UpstreamOrder = { delayMs: number } | { count: true };
export type UpstreamReport = { url: string } | { ready: true } | UpstreamCounts;

/** What the upstream saw since it was last reset. */
export interface UpstreamCounts {
  /** Answers by `METHOD path?query`. */
  calls: Record<string, number>;
  /** Requests that it did not know, or that brought no token. */
  refused: number;
  /** Sum of the times that answers were held back, in milliseconds. */
  delayed: number;
}

export interface UpstreamProcess {
  url: string;
  /** Starts counting anew; from now on each answer waits for so many milliseconds. */
  reset(delayMs: number): Promise<void>;
  count(): Promise<UpstreamCounts>;
  stop(): Promise<void>;
}

/** The argument with which the service allows to keep its responses. */
export const allowsKeeping = 'keep';

/** Starts the static REST service in a process of its own, on a core or, with undefined, on any. */
export async function startUpstream(core: number | undefined, mayBeKept = false): Promise<UpstreamProcess> {
  const file = fileURLToPath(new URL('./upstream.js', import.meta.url));
  const { child, stop } = startNode(mayBeKept ? [file, allowsKeeping] : [file], { core, ipc: true });
  const { url } = await ask<{ url: string }>(child);
  return {
    url,
    reset: async (delayMs) => {
      await ask(child, { delayMs } satisfies UpstreamOrder);
    },
    count: () => ask(child, { count: true } satisfies UpstreamOrder),
    stop,
  };
}
