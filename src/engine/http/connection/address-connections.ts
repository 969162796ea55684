import type { Dispatcher, Pool } from 'undici';
import type { ServiceAddress } from './service-address.ts';

/** Longest time for a probe, in milliseconds. */
const maxProbeMs = 2000;

/** Connections to one address of the service, until they reach their maximum age or the address is ejected. */
export class AddressConnections {
  readonly address: ServiceAddress;
  /** Connections that are kept alive. */
  readonly kept: Pool;
  /** Connections for one request each: the service cannot have closed one before it is used. */
  readonly fresh: Pool;
  /** Whether a connection went to another address, as this one did not accept it. What succeeds on it says nothing about this one. */
  isDiverted = false;
  readonly #onFailure: (connections: AddressConnections) => void;

  constructor(
    address: ServiceAddress,
    create: (connections: AddressConnections) => { kept: Pool; fresh: Pool },
    onFailure: (connections: AddressConnections) => void,
  ) {
    this.address = address;
    this.#onFailure = onFailure;
    const { kept, fresh } = create(this);
    this.kept = kept;
    this.fresh = fresh;
  }

  /** Sends a request: `ended` must be called when it has ended in any way. */
  dispatch(request: Dispatcher.DispatchOptions & Dispatcher.DispatchHandler, isFresh: boolean): void {
    this.address.inFlight++;
    this.address.calls++;
    (isFresh ? this.fresh : this.kept).dispatch(request, request);
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
      const { body, statusCode } = await this.fresh.request({ path, method: 'GET', signal });
      await body.dump();
      return statusCode < 500 ? undefined : {};
    } catch (error) {
      return { error };
    }
  }

  /** Waits for the requests in flight, then closes the connections. */
  async close(): Promise<void> {
    await Promise.all([this.kept.close(), this.fresh.close()]);
  }
}
