import { Pool } from 'undici';
import { organizations } from '../contract/organizations.ts';
import { Exchange, type ExchangeResult, type Outgoing } from './exchange.ts';

export interface UpstreamOptions {
  /** Base address of the service, with an optional path prefix; operations' paths start with `/v1`. */
  url: URL;
  /** Longest time for one call, from its start to the last byte, in milliseconds. */
  timeoutMs: number;
  /** Most connections for reads. A quarter of it, at least 4, is for writes. */
  connections: number;
  /** Largest answer that is read, in bytes. */
  maxResponseBytes: number;
}

/** The REST service: its connections, shared by all requests. It knows HTTP, and nothing of who asks. */
export class Upstream {
  readonly origin: string;
  readonly #prefix: string;
  readonly #reads: Pool;
  readonly #writes: Pool;
  readonly #timeoutMs: number;
  readonly #maxResponseBytes: number;
  #reachable: { at: number; answer: Promise<boolean> } | undefined;

  constructor({ url, timeoutMs, connections, maxResponseBytes }: UpstreamOptions) {
    this.origin = url.origin;
    this.#prefix = url.pathname.replace(/\/+$/, '');
    this.#timeoutMs = timeoutMs;
    this.#maxResponseBytes = maxResponseBytes;
    // The exchange has a deadline of its own, so that undici's coarse timers are not needed.
    const common = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: timeoutMs } };
    this.#reads = new Pool(url.origin, { ...common, connections, pipelining: 1 });
    // A kept-alive connection may be closed by the service just as a request is sent on it. A read is then asked again,
    // a write can't be: it gets a connection of its own.
    this.#writes = new Pool(url.origin, { ...common, connections: Math.max(4, connections >> 2), pipelining: 0 });
  }

  /** Sends one request, and reads the whole answer. Rejects with a GatewayError when there is none. */
  exchange(outgoing: Outgoing): Promise<ExchangeResult> {
    const isRead = outgoing.operation.method === 'GET';
    return new Promise((resolve, reject) => {
      new Exchange(outgoing, this.#maxResponseBytes, resolve, reject).start(
        isRead ? this.#reads : this.#writes,
        this.#prefix,
        this.#timeoutMs,
      );
    });
  }

  /** Whether the service answers at all; asked at most once a second. */
  isReachable(): Promise<boolean> {
    const now = performance.now();
    if (this.#reachable === undefined || now - this.#reachable.at > 1000) {
      this.#reachable = { at: now, answer: this.#probe() };
    }
    return this.#reachable.answer;
  }

  async #probe(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(Math.min(this.#timeoutMs, 2000));
      const { body, statusCode } = await this.#reads.request({
        path: `${this.#prefix}${organizations.list.path}?limit=1`,
        method: 'GET',
        signal,
      });
      await body.dump();
      return statusCode < 500;
    } catch {
      return false;
    }
  }

  /** Waits for what is under way, and closes the connections. */
  async close(): Promise<void> {
    await Promise.all([this.#reads.close(), this.#writes.close()]);
  }

  /** Closes the connections at once. */
  async destroy(): Promise<void> {
    await Promise.all([this.#reads.destroy(), this.#writes.destroy()]);
  }
}
