import { dialect } from '../resources/dialect.ts';
import { createApp } from './app.ts';
import { type Clock, createClock } from './clock.ts';
import { createFaultInjector, type FaultOptions } from './faults.ts';
import { type SandboxOptions, validateFaults, validateOptions } from './options.ts';
import type { RouteSettings } from './routes.ts';
import { prepareSearch } from './search.ts';
import { seedStore } from './seed/index.ts';

export interface Sandbox {
  readonly clock: Clock;
  /** Starts listening, by default on 127.0.0.1 and a free port, and resolves to the base URL. */
  listen(options?: { host?: string; port?: number }): Promise<string>;
  /** The REST id of the user of an access token; undefined for an unknown one. */
  userIdOf(token: string): string | undefined;
  /** Replaces the injected faults, or removes them, from the next request on. @throws TypeError for invalid faults */
  setFaults(faults: FaultOptions | undefined): void;
  close(): Promise<void>;
}

/**
 * Creates a REST service that implements the whole contract in memory. Every sandbox has its own store; sandboxes with the
 * same options hold identical data. Rejects with a TypeError for invalid or unknown options.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  validateOptions(options);
  const clock = createClock(options.now);
  const { scale = 1 } = options;
  const store = seedStore(clock, scale);
  const settings: RouteSettings = {
    store,
    latencyMs: options.latencyMs ?? 0,
    injectFault: createFaultInjector(options.faults),
    paging: {
      pageSize: options.pageSize ?? 50,
      maxServedPageSize: options.maxServedPageSize ?? dialect.paging.maxLimit,
    },
  };
  const { processingMs: delayMs, fetchTimeoutMs: timeoutMs } = options;
  store.background.configure({ delayMs, timeoutMs });
  const app = createApp(settings, options);
  await app.ready();
  return {
    clock,
    listen: async ({ host = '127.0.0.1', port = 0 } = {}) => {
      const url = await app.listen({ host, port });
      // A scale of 1 is read within the first search.
      if (scale > 1) store.background.start('search', (signal) => prepareSearch(store, signal));
      return url;
    },
    userIdOf: (token) => store.tokens.get(token),
    setFaults: (faults) => {
      validateFaults(faults);
      settings.injectFault = createFaultInjector(faults);
    },
    close: () => {
      store.background.close();
      return app.close();
    },
  };
}
