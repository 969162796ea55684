import { Pool } from 'undici';
import type { Operation } from '../contract/operation.ts';
import type { Credentials } from './credentials.ts';
import { HttpRequest, type HttpResponse, type RequestEnvironment } from './http-request.ts';
import { type NetworkError, NetworkErrorReporter } from './network-errors.ts';
import { PendingRead } from './pending-read.ts';
import { ReadCoalescing } from './read-coalescing.ts';
import { TimeoutQueue } from './timeout-queue.ts';

export interface UpstreamOptions {
  /** Base address of the service, with an optional path prefix that precedes the operations' paths. */
  url: URL;
  /** Timeout of one call, from its start to the last byte of the response, in milliseconds. */
  timeoutMs: number;
  /** Maximum number of connections for reads. Writes have a quarter of it, at least 4, in addition. */
  connections: number;
  /** Largest response body, in bytes. */
  maxResponseBytes: number;
  /** Whether identical reads with the same identity share one call while it is in flight. */
  sharing: boolean;
  /** Path and query of the GET that `isReachable` sends, without credentials. By default `/`. */
  probePath?: string;
  /**
   * Called when a write has ended, whatever its outcome, and awaited before the outcome is returned: where several
   * processes serve the same clients, it invalidates the reads in flight of the others. It must not reject.
   */
  onWriteEnded?: (() => Promise<void>) | undefined;
  /** Called if the service cannot be reached, with the cause: at most once per second for each code. */
  onUnreachable?: ((error: NetworkError) => void) | undefined;
}

/** The REST service: its connections and the reads in flight, shared by all requests. */
export class Upstream {
  readonly #prefix: string;
  readonly #reads: Pool;
  readonly #writes: Pool;
  readonly #environment: RequestEnvironment;
  readonly #networkErrors: NetworkErrorReporter;
  readonly #sharing: boolean;
  readonly #probePath: string;
  readonly #onWriteEnded: (() => Promise<void>) | undefined;
  readonly #inFlight = new ReadCoalescing();
  #writesEnded = 0;
  #probe: { startedAt: number; isReachable: Promise<boolean> } | undefined;

  constructor(options: UpstreamOptions) {
    const { url, timeoutMs, connections } = options;
    this.#prefix = url.pathname.replace(/\/+$/, '');
    this.#networkErrors = new NetworkErrorReporter(options.onUnreachable);
    this.#environment = {
      timeouts: new TimeoutQueue(timeoutMs),
      timeoutMs,
      maxBytes: options.maxResponseBytes,
      onNetworkError: ({ id }, error) => this.#networkErrors.report(id, error),
    };
    this.#sharing = options.sharing;
    this.#probePath = options.probePath ?? '/';
    this.#onWriteEnded = options.onWriteEnded;
    // Each HttpRequest has a deadline of its own, so undici's coarse timers are not needed.
    const common = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: timeoutMs } };
    this.#reads = new Pool(url.origin, { ...common, connections, pipelining: 1 });
    // The service may close a kept-alive connection just as a request is sent on it. A read is then retried; a write
    // can't be, so it gets a connection of its own.
    this.#writes = new Pool(url.origin, { ...common, connections: Math.max(4, connections >> 2), pipelining: 0 });
  }

  /** Sends a GET, or shares an identical one in flight; `isShared` says which. */
  read(operation: Operation, url: string, credentials: Credentials): { read: PendingRead; isShared: boolean } {
    const inFlight = this.#sharing ? this.#inFlight.get(credentials.identity, url) : undefined;
    if (inFlight !== undefined) {
      inFlight.addWaiter();
      return { read: inFlight, isShared: true };
    }
    const read = new PendingRead(url, operation, credentials, this.#onReadEnded);
    if (this.#sharing) this.#inFlight.set(credentials.identity, url, read);
    const options = { operation, path: this.#prefix + url, headers: credentials.headers, body: null };
    read.start(new HttpRequest(this.#reads, options, this.#environment, read));
    return { read, isShared: false };
  }

  /** Sends a write, once. Rejects with a GatewayError if there is no response. */
  write(operation: Operation, url: string, credentials: Credentials, body: string | null): Promise<HttpResponse> {
    const headers = body === null ? credentials.headers : [...credentials.headers, 'content-type', 'application/json'];
    const options = { operation, path: this.#prefix + url, headers, body };
    return new Promise<HttpResponse>((onResponse, onError) => {
      new HttpRequest(this.#writes, options, this.#environment, { onResponse, onError }).start();
    }).finally(() => {
      this.invalidateReads();
      return this.#onWriteEnded?.();
    });
  }

  /** Call when a write has ended, here or in another process: no later read shares one that is in flight now. */
  invalidateReads(): void {
    this.#writesEnded++;
    this.#inFlight.clear();
  }

  /** Number of writes that have ended. Data that was read at another number may be stale. */
  get writesEnded(): number {
    return this.#writesEnded;
  }

  /** Whether the service responds with a status below 500. It is probed at most once per second. */
  isReachable(): Promise<boolean> {
    const now = performance.now();
    if (this.#probe === undefined || now - this.#probe.startedAt > 1000) {
      this.#probe = { startedAt: now, isReachable: this.#sendProbe() };
    }
    return this.#probe.isReachable;
  }

  /** Waits for the calls in flight, then closes the connections. */
  async close(): Promise<void> {
    await Promise.all([this.#reads.close(), this.#writes.close()]);
  }

  readonly #onReadEnded = (read: PendingRead) => this.#inFlight.delete(read.credentials.identity, read.url, read);

  async #sendProbe(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(Math.min(this.#environment.timeoutMs, 2000));
      const path = this.#prefix + this.#probePath;
      const { body, statusCode } = await this.#reads.request({ path, method: 'GET', signal });
      await body.dump();
      return statusCode < 500;
    } catch (error) {
      this.#networkErrors.report('readiness probe', error);
      return false;
    }
  }
}
