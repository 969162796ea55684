import { dialect } from '../resources/dialect.ts';
import { createApp } from './app.ts';
import { type Clock, createClock } from './clock.ts';
import { createFaultInjector, type FaultOptions } from './faults.ts';
import { type SandboxOptions, validateFaults, validateOptions } from './options.ts';
import type { RouteSettings } from './routes.ts';
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
  const settings: RouteSettings = {
    store: seedStore(clock, options.scale ?? 1),
    latencyMs: options.latencyMs ?? 0,
    injectFault: createFaultInjector(options.faults),
    paging: {
      pageSize: options.pageSize ?? 50,
      maxServedPageSize: options.maxServedPageSize ?? dialect.paging.maxLimit,
    },
  };
  const { processingMs: delayMs, fetchTimeoutMs: timeoutMs } = options;
  settings.store.background.configure({ delayMs, timeoutMs });
  const app = createApp(settings, options);
  await app.ready();
  return {
    clock,
    listen: ({ host = '127.0.0.1', port = 0 } = {}) => app.listen({ host, port }),
    userIdOf: (token) => settings.store.tokens.get(token),
    setFaults: (faults) => {
      validateFaults(faults);
      settings.injectFault = createFaultInjector(faults);
    },
    close: () => {
      settings.store.background.close();
      return app.close();
    },
  };
}
