import type { Upstream } from '../engine/http/upstream.ts';
import type { LoadMonitor } from './load-monitor.ts';

/** Whether a load balancer should send requests to this gateway, and why not. */
export type ReadinessState = { isReady: true } | { isReady: false; reason: string };

/** Knows whether the gateway is ready. */
export class Readiness {
  readonly #upstream: Upstream;
  readonly #load: LoadMonitor;
  #isShutdownAnnounced = false;

  constructor(upstream: Upstream, load: LoadMonitor) {
    this.#upstream = upstream;
    this.#load = load;
  }

  announceShutdown(): void {
    this.#isShutdownAnnounced = true;
  }

  /** Never rejects. */
  async check(): Promise<ReadinessState> {
    if (this.#isShutdownAnnounced) return { isReady: false, reason: 'The gateway is shutting down.' };
    if (!this.#load.isReady) return { isReady: false, reason: 'The gateway is overloaded.' };
    if (await this.#upstream.isReachable()) return { isReady: true };
    return { isReady: false, reason: 'The REST service does not answer.' };
  }
}
