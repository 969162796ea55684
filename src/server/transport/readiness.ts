import type { Upstream } from '../../engine/engine.ts';
import type { LoadMonitor } from '../admission/load-monitor.ts';
import type { ReadinessState } from '../runtime/probes.ts';

/** Knows whether the gateway is ready. Without the REST service it is: all replicas lack it, and clients get GraphQL errors. */
export class Readiness {
  readonly #load: LoadMonitor;
  readonly #upstream: Upstream | undefined;
  #isShutdownAnnounced = false;

  /** With `upstream`, the gateway is not ready while that service does not respond. */
  constructor(load: LoadMonitor, upstream: Upstream | undefined) {
    this.#load = load;
    this.#upstream = upstream;
  }

  get isShutdownAnnounced(): boolean {
    return this.#isShutdownAnnounced;
  }

  announceShutdown(): void {
    this.#isShutdownAnnounced = true;
  }

  /** Never rejects. */
  async check(): Promise<ReadinessState> {
    if (this.#isShutdownAnnounced) return { isReady: false, reason: 'The gateway is shutting down.' };
    if (!this.#load.isReady) return { isReady: false, reason: 'The gateway is overloaded.' };
    if ((await this.#upstream?.isReachable()) ?? true) return { isReady: true };
    return { isReady: false, reason: 'The REST service does not answer.' };
  }
}
