import { Pool } from 'undici';
import { organizations } from '../../resources/organizations/contract.ts';
import type { Operation } from '../contract/operation.ts';
import type { Credentials } from './credentials.ts';
import { Exchange, type ExchangeLimits, type ExchangeResult } from './http-request.ts';
import { PendingRead } from './pending-read.ts';
import { SharedReads } from './read-coalescing.ts';
import { Deadlines } from './timeout-queue.ts';

export interface UpstreamOptions {
  /** Base address of the service, with an optional path prefix; operations' paths start with `/v1`. */
  url: URL;
  /** Longest time for one call, from its start to the last byte, in milliseconds. */
  timeoutMs: number;
  /** Most connections for reads. A quarter of it, at least 4, is for writes. */
  connections: number;
  /** Largest answer that is read, in bytes. */
  maxResponseBytes: number;
  /** Whether identical reads with the same credentials share one call while it is under way. */
  sharing: boolean;
  /**
   * Called when a write has ended, whatever became of it, and awaited before its outcome is told: where several
   * processes serve the same clients, it lets the others forget their reads too. It must not reject.
   */
  onWriteEnded?: (() => Promise<void>) | undefined;
}

/** The REST service: its connections, shared by all requests, and the reads under way. */
export class Upstream {
  readonly #prefix: string;
  readonly #reads: Pool;
  readonly #writes: Pool;
  readonly #limits: ExchangeLimits;
  readonly #sharing: boolean;
  readonly #onWriteEnded: (() => Promise<void>) | undefined;
  readonly #underWay = new SharedReads();
  #writesEnded = 0;
  #reachable: { at: number; answer: Promise<boolean> } | undefined;

  constructor({ url, timeoutMs, connections, maxResponseBytes, sharing, onWriteEnded }: UpstreamOptions) {
    this.#prefix = url.pathname.replace(/\/+$/, '');
    this.#limits = { deadlines: new Deadlines(timeoutMs), timeoutMs, maxBytes: maxResponseBytes };
    this.#sharing = sharing;
    this.#onWriteEnded = onWriteEnded;
    // The exchange has a deadline of its own, so that undici's coarse timers are not needed.
    const common = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: timeoutMs } };
    this.#reads = new Pool(url.origin, { ...common, connections, pipelining: 1 });
    // A kept-alive connection may be closed by the service just as a request is sent on it. A read is then asked again,
    // a write can't be: it gets a connection of its own.
    this.#writes = new Pool(url.origin, { ...common, connections: Math.max(4, connections >> 2), pipelining: 0 });
  }

  /** Sends a GET, or joins an identical one under way; `isShared` says which. */
  read(operation: Operation, url: string, credentials: Credentials): { reading: PendingRead; isShared: boolean } {
    const known = this.#sharing ? this.#underWay.find(credentials.identity, url) : undefined;
    if (known !== undefined) {
      known.join();
      return { reading: known, isShared: true };
    }
    const reading = new PendingRead(url, operation, credentials, this.#forget);
    if (this.#sharing) this.#underWay.begin(credentials.identity, url, reading);
    const outgoing = { operation, path: this.#prefix + url, headers: credentials.headers, body: null };
    reading.start(new Exchange(this.#reads, outgoing, this.#limits, reading));
    return { reading, isShared: false };
  }

  /** Sends a write, once. Rejects with a GatewayError where there is no answer. */
  write(operation: Operation, url: string, credentials: Credentials, body: string | null): Promise<ExchangeResult> {
    const headers = body === null ? credentials.headers : [...credentials.headers, 'content-type', 'application/json'];
    const outgoing = { operation, path: this.#prefix + url, headers, body };
    return new Promise<ExchangeResult>((answered, failed) => {
      new Exchange(this.#writes, outgoing, this.#limits, { answered, failed }).start();
    }).finally(() => {
      this.forgetReads();
      return this.#onWriteEnded?.();
    });
  }

  /** A write has ended, here or in another process: who reads after it must not share what was asked before its end. */
  forgetReads(): void {
    this.#writesEnded++;
    this.#underWay.clear();
  }

  /** How many writes have ended: what was read under another number may be old. */
  get writesEnded(): number {
    return this.#writesEnded;
  }

  /** Whether the service answers at all; asked at most once a second. */
  isReachable(): Promise<boolean> {
    const now = performance.now();
    if (this.#reachable === undefined || now - this.#reachable.at > 1000) {
      this.#reachable = { at: now, answer: this.#probe() };
    }
    return this.#reachable.answer;
  }

  /** Waits for what is under way, and closes the connections. */
  async close(): Promise<void> {
    await Promise.all([this.#reads.close(), this.#writes.close()]);
  }

  readonly #forget = (reading: PendingRead) => this.#underWay.end(reading.credentials.identity, reading.url, reading);

  async #probe(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(Math.min(this.#limits.timeoutMs, 2000));
      const path = `${this.#prefix}${organizations.list.path}?limit=1`;
      const { body, statusCode } = await this.#reads.request({ path, method: 'GET', signal });
      await body.dump();
      return statusCode < 500;
    } catch {
      return false;
    }
  }
}
