import { createApp } from './app.ts';
import { type Clock, createClock } from './clock.ts';
import type { SandboxOptions } from './options.ts';
import { seedStore } from './seed/index.ts';

export interface Sandbox {
  readonly clock: Clock;
  /** Starts listening, on loopback and a free port unless told otherwise, and resolves to the base URL. */
  listen(options?: { host?: string; port?: number }): Promise<string>;
  close(): Promise<void>;
}

/**
 * Builds a REST service that keeps the whole contract in memory. Each has its own store, seeded anew: two with the same
 * options hold identical data.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = createClock(options.now);
  const app = createApp(seedStore(clock, options.scale ?? 1), options);
  await app.ready();
  return {
    clock,
    listen: ({ host = '127.0.0.1', port = 0 } = {}) => app.listen({ host, port }),
    close: () => app.close(),
  };
}
