import { LRUCache } from 'lru-cache';
import type { Entity, Key } from '../contract/entity.ts';
import type { Endpoint } from '../contract/model.ts';
import { CacheKeys } from './cache-key.ts';
import { CachedResponse, type Validity } from './cached-response.ts';
import { cachingHeadersOf } from './caching-headers.ts';
import { freshMs } from './freshness.ts';
import { Generations } from './generations.ts';
import { taggedEntities, tagOf, tagOfWrite, tagsOf } from './response-tags.ts';

export interface ResponseCacheOptions {
  /** Longest time that a response is kept, and the time where the service says nothing, in milliseconds. */
  readonly ttlMs: number;
  /** Largest size of all kept responses, in bytes. */
  readonly maxBytes: number;
  /** Whether a request header, in lower case, is part of every client's identity: responses may then vary by it. */
  readonly isKeyed: (header: string) => boolean;
}

/** A complete response to a read, as it is offered to the cache. */
export interface OfferedResponse {
  readonly endpoint: Endpoint;
  readonly path: Key;
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly Buffer[];
  /** JSON. */
  readonly body: Buffer;
  /** The same, parsed. */
  readonly result: unknown;
  /** The cache's clock when the read began. */
  readonly beganAt: number;
  /** When it began, on the clock of `performance.now()`. */
  readonly startedAt: number;
  readonly isAnonymous: boolean;
}

/** What an entry takes besides its body, and what each tag of it takes, in bytes. */
const fixedSize = 600;
const tagSize = 64;
/** The part of the store that one response may take. */
const maxShare = 1 / 8;

/** Counts since the start. */
export interface CacheUsage {
  readonly hits: number;
  readonly misses: number;
  /** Responses that were kept. */
  readonly stored: number;
  /** The same for results of queries. */
  readonly resultHits: number;
  readonly resultMisses: number;
  readonly resultsStored: number;
  /** Responses that were evicted for others. */
  readonly evictions: number;
  /** Invalidations: of everything, and of a record and what is below its path. */
  readonly invalidations: { readonly everything: number; readonly records: number };
  /** Responses and results that are kept, and their size in bytes. */
  readonly entries: number;
  readonly bytes: number;
}

/**
 * Responses to reads that are kept across requests, each for the identity that it was read with. A response is used as long as it is
 * fresh, and nothing in it was invalidated since its read began.
 */
export class ResponseCache {
  readonly keys: CacheKeys;
  readonly #options: ResponseCacheOptions;
  readonly #entries: LRUCache<string, CachedResponse>;
  readonly #generations = new Generations();
  readonly #counts = { hits: 0, misses: 0, stored: 0, resultHits: 0, resultMisses: 0, resultsStored: 0, evictions: 0 };
  readonly #invalidations = { everything: 0, records: 0 };

  constructor(baseUrl: string, options: ResponseCacheOptions) {
    this.keys = new CacheKeys(baseUrl);
    this.#options = options;
    this.#entries = new LRUCache({
      maxSize: options.maxBytes,
      dispose: (_value, _key, reason) => {
        if (reason === 'evict') this.#counts.evictions++;
      },
    });
  }

  /** The number of invalidations so far. */
  get clock(): number {
    return this.#generations.clock;
  }

  get usage(): CacheUsage {
    const { size: entries, calculatedSize: bytes } = this.#entries;
    return { ...this.#counts, invalidations: { ...this.#invalidations }, entries, bytes };
  }

  /** Whether responses of an endpoint may be kept. */
  keeps({ method, result, caching }: Endpoint): boolean {
    return method === 'GET' && result !== undefined && caching?.maxAgeMs !== 0;
  }

  /** The response that may be used instead of a read. */
  find(key: string): CachedResponse | undefined {
    const entry = this.#usable(key);
    if (entry === undefined) this.#counts.misses++;
    else this.#counts.hits++;
    return entry;
  }

  /** The same for the result of a query, by a key of its own. */
  findResult(key: string): CachedResponse | undefined {
    const entry = this.#usable(key);
    if (entry === undefined) this.#counts.resultMisses++;
    else this.#counts.resultHits++;
    return entry;
  }

  /** Keeps a response, and returns it, if it may be kept. */
  offer(key: string, offered: OfferedResponse): CachedResponse | undefined {
    const { endpoint, path, result, beganAt, startedAt, status, body } = offered;
    if (status !== 200 || !this.keeps(endpoint)) return undefined;
    const forMs = this.#freshMs(offered);
    if (forMs <= 0) return undefined;
    const tags = tagsOf(endpoint, path, result);
    const expiresAt = performance.now() + forMs;
    const expiresOn = Date.now() + forMs;
    const kept = this.#keep(key, body, { startedAt, expiresAt, expiresOn, tags, checkedAt: beganAt });
    if (kept !== undefined) this.#counts.stored++;
    return kept;
  }

  /** Keeps the result of a query, if it may be kept. */
  offerResult(key: string, body: Buffer, validity: Validity): void {
    if (this.#keep(key, body, validity) !== undefined) this.#counts.resultsStored++;
  }

  /** Call before a write is sent, and when it has ended, whatever its outcome. */
  invalidateFor(write: Endpoint, path: Key): void {
    const tag = tagOfWrite(write, path);
    if (tag === undefined) this.invalidateEverything();
    else this.#invalidate(tag);
  }

  /** Invalidates what holds a record, and what is below its path; everything for a kind of record that responses are not tagged with. */
  invalidateRecord(entity: Entity, id: string): void {
    if (taggedEntities(entity.contract).includes(entity)) this.#invalidate(tagOf(entity, id));
    else this.invalidateEverything();
  }

  invalidateEverything(): void {
    this.#generations.invalidateEverything();
    this.#invalidations.everything++;
  }

  #invalidate(tag: string): void {
    this.#generations.invalidate(tag);
    this.#invalidations.records++;
  }

  #usable(key: string): CachedResponse | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#isUsable(entry)) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  #keep(key: string, body: Buffer, validity: Validity): CachedResponse | undefined {
    const { tags, checkedAt } = validity;
    // A write overtook the read.
    if (!this.#generations.areCurrent(tags, checkedAt)) return undefined;
    const size = body.length + fixedSize + (tags?.length ?? 0) * tagSize;
    if (size > this.#options.maxBytes * maxShare) return undefined;
    const entry = new CachedResponse(body, validity);
    this.#entries.set(key, entry, { size });
    return entry;
  }

  #isUsable(entry: CachedResponse): boolean {
    if (entry.isExpired || !this.#generations.areCurrent(entry.tags, entry.checkedAt)) return false;
    // The next look-up has only to compare later invalidations, most often none.
    entry.checkedAt = this.#generations.clock;
    return true;
  }

  #freshMs({ endpoint, headers, isAnonymous, startedAt }: OfferedResponse): number {
    const { ttlMs, isKeyed } = this.#options;
    return freshMs(cachingHeadersOf(headers), {
      maxAgeMs: Math.min(ttlMs, endpoint.caching?.maxAgeMs ?? ttlMs),
      isAnonymous,
      isKeyed,
      delayMs: performance.now() - startedAt,
      receivedAt: Date.now(),
    });
  }
}
