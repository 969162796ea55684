import type { Dispatcher, Pool } from 'undici';
import type { ServiceAddress } from './service-address.ts';

/** Longest time for a probe, in milliseconds. */
const maxProbeMs = 2000;

/** What a request is sent on. */
export type ConnectionKind = keyof ConnectionKinds;

export interface ConnectionKinds {
  /** Connections that are kept alive. */
  readonly kept: Pool;
  /**
   * Connections that are kept alive for a moment after a response, for what cannot be sent again: hardly a service closes a
   * connection as idle so soon.
   */
  readonly recent: Pool;
  /** Connections for one request each: the service cannot have closed one before it is used. */
  readonly fresh: Pool;
}

/** Connections to one address of the service, until they reach their maximum age or the address is ejected. */
export class AddressConnections {
  readonly address: ServiceAddress;
  /** Whether a connection went to another address, as this one did not accept it. What succeeds on it says nothing about this one. */
  isDiverted = false;
  readonly #kinds: ConnectionKinds;
  /** Whether the service has closed a recent connection: what would be sent on another one just then could be lost. */
  #closesRecent = false;
  readonly #onFailure: (connections: AddressConnections) => void;

  constructor(
    address: ServiceAddress,
    create: (connections: AddressConnections) => ConnectionKinds,
    onFailure: (connections: AddressConnections) => void,
  ) {
    this.address = address;
    this.#onFailure = onFailure;
    this.#kinds = create(this);
    this.#kinds.recent.on('disconnect', (_origin, _targets, { code }: NodeJS.ErrnoException) => {
      // Where this side has closed it, it is another one.
      if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET') this.#closesRecent = true;
    });
  }

  /** Sends a request: `ended` must be called when it has ended in any way. */
  dispatch(request: Dispatcher.DispatchOptions & Dispatcher.DispatchHandler, kind: ConnectionKind): void {
    this.address.inFlight++;
    this.address.calls++;
    const used = kind === 'recent' && this.#closesRecent ? 'fresh' : kind;
    this.#kinds[used].dispatch(request, request);
  }

  ended(): void {
    this.address.inFlight--;
  }

  /** There was a response that only a working service sends. */
  succeeded(): void {
    if (!this.isDiverted) this.address.failuresInRow = 0;
  }

  /** There was no response, or one that says that the service is not there. */
  failed(): void {
    this.address.failures++;
    this.address.failuresInRow++;
    this.#onFailure(this);
  }

  /** Sends a GET without credentials. Undefined where its status is below 500; otherwise the error, if there was no response. */
  async probe(path: string, timeoutMs: number): Promise<{ error?: unknown } | undefined> {
    try {
      const signal = AbortSignal.timeout(Math.min(timeoutMs, maxProbeMs));
      const { body, statusCode } = await this.#kinds.fresh.request({ path, method: 'GET', signal });
      await body.dump();
      return statusCode < 500 ? undefined : {};
    } catch (error) {
      return { error };
    }
  }

  /** Waits for the requests in flight, then closes the connections. */
  async close(): Promise<void> {
    const { kept, recent, fresh } = this.#kinds;
    await Promise.all([kept.close(), recent.close(), fresh.close()]);
  }
}
