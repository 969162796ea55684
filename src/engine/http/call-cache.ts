import type { CachedResponse } from '../cache/cached-response.ts';
import type { CacheUsage, ResponseCache } from '../cache/response-cache.ts';
import { ResultCache } from '../cache/result-cache.ts';
import type { Entity } from '../contract/entity.ts';
import { tooManyBytes } from './call-errors.ts';
import type { ClientUsage } from './client-usage.ts';
import { parseBody } from './parse-body.ts';
import type { ReceivedResponse } from './received-response.ts';
import type { ResponseMemory } from './response-memory.ts';
import type { CallExchange, RestCall } from './rest-call.ts';

/** The cache of responses, as calls use it. */
export class CallCache {
  readonly #cache: ResponseCache;
  readonly #memory: ResponseMemory;
  /** Results of whole queries. */
  readonly results: ResultCache;

  constructor(cache: ResponseCache, memory: ResponseMemory) {
    this.#cache = cache;
    this.results = new ResultCache(cache);
    this.#memory = memory;
  }

  /** The number of invalidations so far: a read that began at another number may be older than a write. */
  get clock(): number {
    return this.#cache.clock;
  }

  get usage(): CacheUsage {
    return this.#cache.usage;
  }

  /** Responds to a read with a kept response, later; false where there is none, or no memory for it. */
  respondTo(call: RestCall): boolean {
    if (!this.#cache.keeps(call.endpoint)) return false;
    const { scope } = call;
    const { keys } = this.#cache;
    scope.cacheScope ??= keys.scopeOf(scope.credentials.identity);
    call.cacheKey = keys.keyOf(scope.cacheScope, call.url);
    const entry = this.#cache.find(call.cacheKey);
    if (entry === undefined || !this.#memory.hold(scope.client.usage, entry.body.length)) return false;
    call.cachedMs = performance.now() - entry.startedAt;
    scope.statistics.cached++;
    new CachedExchange(call, entry, this.#memory).start();
    return true;
  }

  /** Offers the response to a read that began at a number of invalidations. Returns it as it is kept, if it is. */
  offer(call: RestCall, response: ReceivedResponse, result: unknown, beganAt: number): CachedResponse | undefined {
    const { status, responseHeaders: headers, responseBody: body } = response;
    if (call.cacheKey === undefined || body === undefined) return undefined;
    const { endpoint, path, startedAt } = call;
    const isAnonymous = call.scope.credentials.client === '';
    return this.#cache.offer(call.cacheKey, {
      endpoint,
      path,
      status,
      headers,
      body,
      result,
      beganAt,
      startedAt,
      isAnonymous,
    });
  }

  /** Call before a write is sent, and when it has ended. */
  invalidateFor({ endpoint, path }: RestCall): void {
    this.#cache.invalidateFor(endpoint, path);
  }

  invalidateRecord(entity: Entity, id: string): void {
    this.#cache.invalidateRecord(entity, id);
  }

  invalidateEverything(): void {
    this.#cache.invalidateEverything();
  }
}

/** A kept response that one call gets, in a later turn of the event loop, as if it had arrived. */
class CachedExchange implements CallExchange {
  readonly wasSent = false;
  readonly #call: RestCall;
  readonly #entry: CachedResponse;
  readonly #memory: ResponseMemory;
  readonly #usage: ClientUsage;

  constructor(call: RestCall, entry: CachedResponse, memory: ResponseMemory) {
    this.#call = call;
    this.#usage = call.scope.client.usage;
    this.#entry = entry;
    this.#memory = memory;
  }

  start(): void {
    const { length } = this.#entry.body;
    this.#call.join(this);
    if (this.#memory.holdFor(this.#call.scope, length)) this.#usage.responses.add(() => this.#resolve());
    else this.#call.fail(tooManyBytes(this.#call.endpoint, this.#memory.maxPerRequest));
  }

  leave(): void {}

  release(): void {
    this.#memory.release(this.#usage, this.#entry.body.length);
  }

  parse(): unknown {
    return parseBody(this.#entry.body);
  }

  #resolve(): void {
    if (this.#call.isPending) this.#call.resolve(200, this.parse(), this.#entry);
  }
}
