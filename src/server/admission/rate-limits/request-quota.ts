import { hash } from 'node:crypto';
import type { Credentials, ObservedCall } from '../../../engine/engine.ts';
import { clientAddress } from '../../http/client-address.ts';
import { HttpError } from '../../http/http-errors.ts';
import type { RequestOrigin } from '../../http/http-messages.ts';
import type { Limit, Limits, Usage } from './rate-limiter.ts';

/** REST calls that are counted at once while a request runs. */
const callBatch = 100;

/** What one request takes from the limits of its client. */
export class RequestQuota {
  readonly #limits: Limits;
  readonly #address: string | undefined;
  /** The error for a request above a limit. */
  rejection: HttpError | undefined;
  #client: string | undefined;
  #calls = 0;
  #hasEnded = false;
  /** Of the limit with the fewest points left. */
  #headers: Readonly<Record<string, string>> = {};
  #fewest = Number.POSITIVE_INFINITY;

  constructor(limits: Limits, { headers, address }: RequestOrigin, trustedProxies: number) {
    this.#limits = limits;
    this.#address = clientAddress(headers, address, trustedProxies);
  }

  /** Whether `countCall` is to be called for each REST call. */
  get countsCalls(): boolean {
    return this.#limits.calls !== undefined;
  }

  /** Counts the request for its address. Rejects with an HttpError above the limit. */
  async takeFromAddress(): Promise<void> {
    const { address } = this.#limits;
    if (address === undefined || this.#address === undefined) return;
    const usage = await address.limiter.consume(this.#address, 1);
    this.#apply(address, usage, usage.points > address.points);
  }

  /** Counts the request for its credentials. Rejects with an HttpError above the limit of requests or of REST calls. */
  async takeFromClient(credentials: Pick<Credentials, 'client'>): Promise<void> {
    const { requests, calls } = this.#limits;
    const client = this.#keyOf(credentials);
    this.#client = client;
    const [ofRequests, ofCalls] = await Promise.all([
      requests?.limiter.consume(client, 1),
      calls?.limiter.consume(client, 0),
    ]);
    if (requests && ofRequests) this.#apply(requests, ofRequests, ofRequests.points > requests.points);
    if (calls && ofCalls) this.#apply(calls, ofCalls, ofCalls.points >= calls.points);
  }

  /** Counts a REST call that has ended. A shared one counts for the client that started it; a kept response is no call. */
  countCall({ isShared, cachedMs }: Pick<ObservedCall, 'isShared' | 'cachedMs'>): void {
    if (isShared || cachedMs !== undefined) return;
    this.#calls++;
    if (this.#hasEnded || this.#calls >= callBatch) this.#addCalls();
  }

  /** Counts the REST calls of the request. Those that end later, as their client has gone, are counted one by one. */
  end(): void {
    this.#hasEnded = true;
    if (this.#calls > 0) this.#addCalls();
  }

  /** Adds the headers that tell the client what is left. */
  describeIn<Response extends { headers: Readonly<Record<string, string>> }>(response: Response): Response {
    return { ...response, headers: { ...response.headers, ...this.#headers } };
  }

  #addCalls(): void {
    const { calls } = this.#limits;
    // It never rejects, and no response waits for it.
    if (calls && this.#client !== undefined) void calls.limiter.consume(this.#client, this.#calls);
    this.#calls = 0;
  }

  #apply({ points, message, setting }: Limit, usage: Usage, isExceeded: boolean): void {
    const remaining = Math.max(points - usage.points, 0);
    const seconds = Math.max(Math.ceil(usage.resetMs / 1000), 1);
    if (isExceeded || remaining < this.#fewest) {
      this.#fewest = remaining;
      this.#headers = {
        'ratelimit-limit': String(points),
        'ratelimit-remaining': String(remaining),
        'ratelimit-reset': String(seconds),
      };
    }
    if (!isExceeded) return;
    const text = `${message} Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
    this.rejection = new HttpError(
      429,
      setting,
      text,
      { 'retry-after': String(seconds) },
      { code: 'RATE_LIMITED', retryAfter: seconds },
    );
    throw this.rejection;
  }

  /** A hash, so that no credential leaves the process. Clients without credentials are told apart by their address. */
  #keyOf({ client }: Pick<Credentials, 'client'>): string {
    return hash('sha256', client === '' ? `anonymous ${this.#address ?? ''}` : client, 'base64url');
  }
}
