import type { Clock } from '../cache/clock.ts';
import { deadlinePassed } from './call-errors.ts';
import { CallStatistics } from './call-statistics.ts';
import type { Client } from './client-usage.ts';
import { ignore } from './ignore.ts';
import type { ListSizes } from './list-sizes.ts';
import type { ObservedCall } from './observed-call.ts';
import type { OpenRequests, ReadsInFlight } from './reads-in-flight.ts';
import { RequestScope } from './request-scope.ts';
import { RestCall } from './rest-call.ts';
import type { TimedTask, TimeoutQueue } from './timeout-queue.ts';

/** Most reads at once; beyond that, the next request for the same response reads it anew. */
const maxReads = 32;

/** What the reads use of the service's connections. */
export interface ReadingService {
  readonly listSizes: ListSizes;
  readonly deadlines: TimeoutQueue;
  readonly identities: OpenRequests | undefined;
  send(call: RestCall, inFlight: ReadsInFlight | undefined, now: Clock, old: RestCall['stored']): void;
}

/** Called with each read that has ended, whatever its outcome. Must not throw. */
export type BackgroundReadObserver = (read: ObservedCall) => void;

/** Reads for no request: of responses that were used although they had expired. Each is made once at a time. */
export class BackgroundReads {
  readonly #service: ReadingService;
  readonly #onEnd: BackgroundReadObserver | undefined;
  readonly #keys = new Set<string>();

  constructor(service: ReadingService, onEnd: BackgroundReadObserver | undefined) {
    this.#service = service;
    this.#onEnd = onEnd;
  }

  /** Whether a read of a call's response can be started now. */
  mayStart({ cacheKey }: RestCall): boolean {
    return cacheKey !== undefined && !this.#keys.has(cacheKey) && this.#keys.size < maxReads;
  }

  /** Reads what a call reads once more. `old`: what the service may confirm. */
  start(call: RestCall, now: Clock, old: RestCall['stored']): void {
    const key = call.cacheKey as string;
    this.#keys.add(key);
    const read = new BackgroundRead(call, this.#service);
    read.start(now, old).finally(() => {
      this.#keys.delete(key);
      this.#onEnd?.(read.call);
    });
  }
}

/** One of them. It has the credentials of the call, the place of its client in the queues, and the deadline of a request. */
class BackgroundRead implements TimedTask {
  previous: TimedTask | undefined = undefined;
  next: TimedTask | undefined = undefined;
  startedAt = 0;
  readonly call: RestCall;
  readonly #service: ReadingService;
  readonly #client: Client;
  #inFlight: ReadsInFlight | undefined = undefined;

  constructor(call: RestCall, service: ReadingService) {
    const { endpoint, path, query, url, isBatched, cacheKey, scope } = call;
    const { deadlines, listSizes } = service;
    const { credentials } = scope;
    const client = scope.client.forAnotherRequest();
    this.#service = service;
    this.#client = client;
    client.open();
    const deadlineAt = performance.now() + deadlines.timeoutMs;
    const own = new RequestScope(credentials, client, new CallStatistics(), deadlineAt, listSizes, {}, this);
    this.call = new RestCall({ endpoint, path, query }, url, isBatched, own);
    this.call.cacheKey = cacheKey;
  }

  /** Resolves when the read has ended, whatever its outcome. */
  async start(now: Clock, old: RestCall['stored']): Promise<void> {
    const { identities, deadlines } = this.#service;
    const result = this.call.result();
    this.#inFlight = identities?.open(this.call.scope.credentials.identity);
    deadlines.add(this);
    this.#service.send(this.call, this.#inFlight, now, old);
    await result.then(ignore, ignore);
    deadlines.remove(this);
    this.call.close();
    this.#client.close();
    if (this.#inFlight !== undefined) identities?.close(this.#inFlight);
  }

  onTimeout(): void {
    this.call.fail(deadlinePassed(this.call.endpoint, this.#service.deadlines.timeoutMs, false));
  }

  /** It has no other calls. */
  onUnauthenticated(): void {}
}
