import { createApp } from './app.ts';
import { type Clock, createClock } from './clock.ts';
import { createFaults, type FaultOptions } from './faults.ts';
import type { SandboxOptions } from './options.ts';
import type { RouteSettings } from './routes.ts';
import { seedStore } from './seed/index.ts';

export interface Sandbox {
  readonly clock: Clock;
  /** Starts listening, on loopback and a free port unless told otherwise, and resolves to the base URL. */
  listen(options?: { host?: string; port?: number }): Promise<string>;
  /** Switches to other faults, or to none, from the next request on. */
  setFaults(faults: FaultOptions | undefined): void;
  close(): Promise<void>;
}

/**
 * Builds a REST service that keeps the whole contract in memory. Each has its own store, seeded anew: two with the same
 * options hold identical data.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = createClock(options.now);
  const settings: RouteSettings = {
    store: seedStore(clock, options.scale ?? 1),
    latencyMs: options.latencyMs ?? 0,
    faultOf: createFaults(options.faults),
    paging: {
      pageSize: options.pageSize ?? 50,
      maxServedPageSize: options.maxServedPageSize ?? Number.POSITIVE_INFINITY,
    },
  };
  const app = createApp(settings, options.onRequest);
  await app.ready();
  return {
    clock,
    listen: ({ host = '127.0.0.1', port = 0 } = {}) => app.listen({ host, port }),
    setFaults: (faults) => {
      settings.faultOf = createFaults(faults);
    },
    close: () => app.close(),
  };
}
