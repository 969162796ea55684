import { isDeepStrictEqual } from 'node:util';
import { type Dispatcher, Pool } from 'undici';
import type { Case } from './cases.ts';
import { registrationOf, requestsOf } from './requests.ts';

export interface LoadResult {
  requests: number;
  seconds: number;
  /** How long each request took in milliseconds, in ascending order. */
  latencies: Float64Array;
}

/** Most clients that post at the same time, each on a connection of its own. */
export const maxClients = 32;

/** Posts one operation to a server again and again, from a number of clients on kept connections. */
export class Load {
  readonly #pool: Pool;
  readonly #requests: readonly (() => Dispatcher.DispatchOptions)[];
  readonly #registration: Dispatcher.DispatchOptions | undefined;
  /** Length of the checked answer; every later one must have it too. */
  #expectedLength = 0;
  #next = 0;

  /** The clients take turns with the `tokens`. */
  constructor(url: URL, one: Case, tokens: readonly string[]) {
    this.#pool = new Pool(url.origin, { connections: maxClients });
    this.#requests = tokens.map((token) => requestsOf(url.pathname, one, token));
    this.#registration = registrationOf(url.pathname, one, tokens[0] ?? '');
  }

  /** Posts once and compares the whole answer. Throws with both where they differ. */
  async check(expected: unknown): Promise<void> {
    if (this.#registration !== undefined) {
      const { body } = await this.#pool.request(this.#registration as Dispatcher.RequestOptions);
      await body.dump();
    }
    const { statusCode, body } = await this.#pool.request(this.#nextRequest() as Dispatcher.RequestOptions);
    const bytes = Buffer.from(await body.arrayBuffer());
    const result: unknown = JSON.parse(bytes.toString());
    if (statusCode !== 200 || !isDeepStrictEqual(result, expected)) {
      const [found, wanted] = [result, expected].map((one) => JSON.stringify(one).slice(0, 500));
      throw new Error(`Status ${statusCode} and another answer than expected.\n  found  ${found}\n  wanted ${wanted}`);
    }
    this.#expectedLength = bytes.length;
  }

  /**
   * Posts from so many clients as long as `mayStart`, asked before each request, says so. Rejects at the first answer
   * that is not the checked one.
   */
  async run(mayStart: () => boolean, clients = maxClients): Promise<LoadResult> {
    const startedAt = performance.now();
    const latencies: number[] = [];
    await Promise.all(Array.from({ length: clients }, () => this.#client(mayStart, latencies)));
    const seconds = (performance.now() - startedAt) / 1000;
    return { requests: latencies.length, seconds, latencies: Float64Array.from(latencies).sort() };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #client(mayStart: () => boolean, latencies: number[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const post = () => {
        if (!mayStart()) {
          resolve();
          return;
        }
        const startedAt = performance.now();
        const ended = () => {
          latencies.push(performance.now() - startedAt);
          post();
        };
        this.#pool.dispatch(this.#nextRequest(), new Answer(this.#expectedLength, ended, reject));
      };
      post();
    });
  }

  #nextRequest(): Dispatcher.DispatchOptions {
    const next = this.#requests[this.#next++ % this.#requests.length] as () => Dispatcher.DispatchOptions;
    return next();
  }
}

/** As many different tokens as asked for, of the length that access tokens have. */
export function tokens(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `bench_${String(i).padStart(6, '0')}_0f3a9c5d7e1b2846`);
}

/** Checks one answer by its status and its length, without keeping it. */
class Answer implements Dispatcher.DispatchHandler {
  readonly #expectedLength: number;
  readonly #ended: () => void;
  readonly #failed: (error: Error) => void;
  #status = 0;
  #length = 0;

  constructor(expectedLength: number, ended: () => void, failed: (error: Error) => void) {
    this.#expectedLength = expectedLength;
    this.#ended = ended;
    this.#failed = failed;
  }

  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length;
  }

  onResponseEnd(): void {
    if (this.#status === 200 && this.#length === this.#expectedLength) this.#ended();
    else this.#failed(new Error(`Status ${this.#status} with ${this.#length} bytes, not ${this.#expectedLength}.`));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#failed(error);
  }
}
