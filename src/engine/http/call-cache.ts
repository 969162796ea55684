import type { CachedResponse } from '../cache/cached-response.ts';
import type { Clock } from '../cache/clock.ts';
import type { OldResponse } from '../cache/old-response.ts';
import { type CacheUsage, ResponseCache, type ResponseCacheOptions } from '../cache/response-cache.ts';
import { ResultCache } from '../cache/result-cache.ts';
import { areConditional } from '../cache/validators.ts';
import type { TurnQueue } from '../turns/event-loop-turn.ts';
import { tooManyBytes } from './call-errors.ts';
import type { ClientUsage } from './client-usage.ts';
import { isParsedLater } from './parse-body.ts';
import { ParsedBodies } from './parsed-bodies.ts';
import type { ReceivedResponse } from './received-response.ts';
import type { ResponseMemory } from './response-memory.ts';
import type { CallExchange, RestCall } from './rest-call.ts';
import { markStale } from './stale-response.ts';

/** The part of the cache's memory that is for values which are parsed already. */
const parsedShare = 1 / 4;

/** The cache of responses, as calls use it. */
export class CallCache {
  readonly responses: ResponseCache;
  readonly #memory: ResponseMemory;
  readonly #parsed: ParsedBodies;
  /** Results of whole queries. */
  readonly results: ResultCache;

  /** `baseUrl`: the base address of the service. */
  constructor(baseUrl: string, options: ResponseCacheOptions, memory: ResponseMemory) {
    const parsedBytes = Math.floor(options.maxBytes * parsedShare);
    this.responses = new ResponseCache(baseUrl, { ...options, maxBytes: options.maxBytes - parsedBytes });
    this.results = new ResultCache(this.responses);
    this.#memory = memory;
    this.#parsed = new ParsedBodies(parsedBytes);
  }

  get usage(): CacheUsage {
    const { usage } = this.responses;
    return { ...usage, bytes: usage.bytes + this.#parsed.bytes };
  }

  /** Responds to a read with a kept response, later; false where there is none, or no memory for it. */
  respondTo(call: RestCall): boolean {
    if (!this.setKeyOf(call)) return false;
    const entry = this.responses.find(call.cacheKey);
    return entry !== undefined && this.respondWith(call, entry);
  }

  /** Gives a call the key of its response; false where that is never kept, or must not be used. */
  setKeyOf(call: RestCall): call is RestCall & { cacheKey: string } {
    const { scope } = call;
    if (scope.readsAnew || !this.responses.keeps(call.endpoint)) return false;
    const { keys } = this.responses;
    scope.cacheScope ??= keys.scopeOf(scope.credentials.identity);
    call.cacheKey = keys.keyOf(scope.cacheScope, call.url);
    return true;
  }

  /** Responds to a read, later; false where there is no memory for it. */
  respondWith(call: RestCall, entry: CachedResponse): boolean {
    const { scope } = call;
    if (!this.#memory.hold(scope.client.usage, entry.body.length)) return false;
    call.cachedMs = performance.now() - entry.startedAt;
    scope.statistics.cached++;
    new CachedExchange(call, entry, this.#memory, this.#parsed).start();
    return true;
  }

  /** Responds to a read, later, with a response that has expired, if it may be used while it is read anew. */
  respondMeanwhile(call: RestCall, old: OldResponse): boolean {
    if (!old.isUsableMeanwhile || !this.respondWith(call, old.response)) return false;
    markStale(call, old);
    this.responses.counts.staleMeanwhile++;
    return true;
  }

  /** Offers the response to a read that began at a place in the order of invalidations. Returns it as it is kept, if it is. */
  offer(call: RestCall, response: ReceivedResponse, result: unknown, beganAt: Clock): CachedResponse | undefined {
    const { status, responseHeaders: headers, responseBody: body } = response;
    if (call.cacheKey === undefined || body === undefined) return undefined;
    const { endpoint, path, startedAt, stored, isRevalidated } = call;
    if (stored?.response.validators !== undefined) this.responses.counts[isRevalidated ? 'confirmed' : 'changed']++;
    const isAnonymous = call.scope.credentials.client === '';
    const kept = this.responses.offer(call.cacheKey, {
      endpoint,
      path,
      status,
      headers,
      body,
      result,
      beganAt,
      startedAt,
      isAnonymous,
      confirmed: isRevalidated ? stored?.response : undefined,
      replaced: stored?.response,
    });
    if (kept === undefined) this.abandon(call, true);
    return kept;
  }

  /** An old response to a read, where look-ups are immediate. */
  findOld(call: RestCall): OldResponse | undefined {
    const old = call.cacheKey === undefined ? undefined : this.responses.findOld(call.cacheKey);
    return old && this.allowedFor(call, old);
  }

  /** An old response, unless the client's headers have conditions of their own. */
  allowedFor({ scope }: RestCall, old: OldResponse): OldResponse | undefined {
    return areConditional(scope.credentials.headers) ? undefined : old;
  }

  /** Removes the response to a read: the service has said that it is not right any more. */
  delete({ cacheKey }: RestCall): void {
    if (cacheKey !== undefined) this.responses.delete(cacheKey);
  }

  /** Call for a read without a response that is offered: others that wait for it make their own. `isUseless`: soon, too. */
  abandon({ cacheKey }: RestCall, isUseless: boolean): void {
    if (cacheKey !== undefined) this.responses.shared?.release(cacheKey, isUseless);
  }
}

/** A kept response that one call gets, in a later turn of the event loop, as if it had arrived. */
class CachedExchange implements CallExchange {
  readonly wasSent = false;
  readonly #call: RestCall;
  readonly #entry: CachedResponse;
  readonly #memory: ResponseMemory;
  readonly #parsed: ParsedBodies;
  readonly #usage: ClientUsage;

  constructor(call: RestCall, entry: CachedResponse, memory: ResponseMemory, parsed: ParsedBodies) {
    this.#call = call;
    this.#usage = call.scope.client.usage;
    this.#entry = entry;
    this.#memory = memory;
    this.#parsed = parsed;
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

  get parsingTurns(): TurnQueue | undefined {
    return isParsedLater(this.#entry.body) ? this.#usage.responses : undefined;
  }

  parse(): unknown {
    return this.#parsed.valueOf(this.#entry);
  }

  #resolve(): void {
    const { isPending, isStale } = this.#call;
    // What is made of a response that has expired is not kept.
    if (isPending) this.#call.resolve(200, this.parse(), isStale ? undefined : this.#entry);
  }
}
