import { LRUCache } from 'lru-cache';
import type { Entity, Key } from '../contract/entity.ts';
import type { Endpoint } from '../contract/model.ts';
import { CacheKeys } from './cache-key.ts';
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

/** A response that is kept. */
export class CachedResponse {
  readonly body: Buffer;
  /** When the read began, on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** When it must no longer be used, on the same clock, and on that of the system: the first one may stop with the machine. */
  readonly expiresAt: number;
  readonly expiresOn: number;
  /** Undefined where any write invalidates it. */
  readonly tags: readonly string[] | undefined;
  /** The cache's clock when it was known to be current. */
  checkedAt: number;

  constructor(offered: OfferedResponse, forMs: number, tags: readonly string[] | undefined) {
    // A copy: the original may be a small part of a large buffer, which would stay in memory with it.
    this.body = Buffer.allocUnsafeSlow(offered.body.length);
    offered.body.copy(this.body);
    this.startedAt = offered.startedAt;
    this.expiresAt = performance.now() + forMs;
    this.expiresOn = Date.now() + forMs;
    this.tags = tags;
    this.checkedAt = offered.beganAt;
  }

  get isExpired(): boolean {
    return performance.now() >= this.expiresAt || Date.now() >= this.expiresOn;
  }
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
  /** Responses that were evicted for others. */
  readonly evictions: number;
  /** Invalidations: of everything, and of a record and what is below its path. */
  readonly invalidations: { readonly everything: number; readonly records: number };
  /** Responses that are kept, and their size in bytes. */
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
  readonly #counts = { hits: 0, misses: 0, stored: 0, evictions: 0 };
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
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      if (this.#isUsable(entry)) {
        this.#counts.hits++;
        return entry;
      }
      this.#entries.delete(key);
    }
    this.#counts.misses++;
    return undefined;
  }

  /** Keeps a response, if it may be. */
  offer(key: string, offered: OfferedResponse): void {
    const { endpoint, path, result, beganAt, status } = offered;
    if (status !== 200 || !this.keeps(endpoint)) return;
    const forMs = this.#freshMs(offered);
    if (forMs <= 0) return;
    const tags = tagsOf(endpoint, path, result);
    // A write overtook the read.
    if (!this.#generations.areCurrent(tags, beganAt)) return;
    const size = offered.body.length + fixedSize + (tags?.length ?? 0) * tagSize;
    if (size > this.#options.maxBytes * maxShare) return;
    this.#entries.set(key, new CachedResponse(offered, forMs, tags), { size });
    this.#counts.stored++;
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
