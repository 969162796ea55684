import { type Entity, type Key, keyIn } from '../contract/entity.ts';
import type { Endpoint } from '../contract/model.ts';
import { CacheKeys, type SharedKeyOptions } from './cache-key.ts';
import type { CacheStore } from './cache-store.ts';
import type { CachedResponse, Validity } from './cached-response.ts';
import { type CachingHeaders, cachingHeadersOf } from './caching-headers.ts';
import type { Clock } from './clock.ts';
import { type FreshnessOptions, freshMs, mayBeStored } from './freshness.ts';
import type { KeptUsage } from './kept-entries.ts';
import { type KeptTimes, keptMsOf } from './kept-time.ts';
import { MemoryStore } from './memory-store.ts';
import type { OldResponse } from './old-response.ts';
import type { RemoteStore } from './remote-store.ts';
import { taggedEntities, tagOf, tagOfWrite, tagsOf } from './response-tags.ts';
import { leaseMs, SharedStore } from './shared-store.ts';
import { type StaleTimes, staleTimesIn } from './stale-times.ts';
import { updatedHeaders, validatorsIn } from './validators.ts';

export interface ResponseCacheOptions extends KeptTimes {
  /** Longest times that a response is used after it has expired; left out where it never is. */
  readonly stale?: StaleTimes | undefined;
  /** Largest size of all kept responses, in bytes. */
  readonly maxBytes: number;
  /** Whether a request header, in lower case, is part of every client's identity: responses may then vary by it. */
  readonly isKeyed: (header: string) => boolean;
  /** Where several processes share what they keep; left out where each has its own. */
  readonly shared?: SharedCacheOptions | undefined;
}

export interface SharedCacheOptions extends SharedKeyOptions {
  connect(part: RemotePart): RemoteStore;
  /** Whether a write is rejected where it cannot be known to be invalidated for all processes. */
  readonly isStrict: boolean;
}

/** The part of a remote store that a cache uses. */
export interface RemotePart {
  /** It belongs to the secret and the service. */
  readonly namespace: string;
  /** The tag of all its entries. */
  readonly everything: string;
  /** How long a lease lasts, in milliseconds. */
  readonly leaseMs: number;
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
  readonly beganAt: Clock;
  /** When it began, on the clock of `performance.now()`. */
  readonly startedAt: number;
  readonly isAnonymous: boolean;
  /** The entry that the service has confirmed; undefined for a response with a body of its own. */
  readonly confirmed?: CachedResponse | undefined;
  /** The old entry that it takes the place of, if there is one: that goes where the response is not kept. */
  readonly replaced: CachedResponse | undefined;
}

/** Counts since the start. */
export interface CacheUsage extends KeptUsage {
  readonly hits: number;
  readonly misses: number;
  /** Responses that were kept. */
  readonly stored: number;
  /** The same for results of queries. */
  readonly resultHits: number;
  readonly resultMisses: number;
  readonly resultsStored: number;
  /** Old responses that the service confirmed with status 304, and that it replaced. */
  readonly confirmed: number;
  readonly changed: number;
  /** Reads that got a response which had expired: while it was read anew, and because that failed. */
  readonly staleMeanwhile: number;
  readonly staleOnError: number;
  /** Invalidations: of everything, and of a record and what is below its path. */
  readonly invalidations: { readonly everything: number; readonly records: number };
}

/**
 * Responses to reads that are kept across requests, each for the identity that it was read with. A response is used as long as it is
 * fresh, and nothing in it was invalidated since its read began.
 */
export class ResponseCache {
  readonly keys: CacheKeys;
  readonly #options: ResponseCacheOptions;
  /** Undefined where entries are shared. */
  readonly #memory: MemoryStore | undefined;
  /** Undefined where they are not: look-ups are then immediate. */
  readonly shared: SharedStore | undefined;
  readonly #store: CacheStore;
  /** Reads and results that were looked up, kept, confirmed or used after they expired, since the start. */
  readonly counts = {
    hits: 0,
    misses: 0,
    stored: 0,
    resultHits: 0,
    resultMisses: 0,
    resultsStored: 0,
    confirmed: 0,
    changed: 0,
    staleMeanwhile: 0,
    staleOnError: 0,
  };
  readonly #invalidations = { everything: 0, records: 0 };

  constructor(baseUrl: string, options: ResponseCacheOptions) {
    const { shared, maxBytes } = options;
    this.keys = new CacheKeys(baseUrl, shared);
    this.#options = options;
    if (shared === undefined) {
      this.#memory = new MemoryStore(maxBytes);
      this.#store = this.#memory;
    } else {
      const { namespace, everything } = this.keys;
      this.shared = new SharedStore(shared.connect({ namespace, everything, leaseMs }), this.keys, maxBytes);
      this.#store = this.shared;
    }
  }

  /** The number of invalidations that were made in this process. */
  get clock(): number {
    return this.#store.clock;
  }

  get usage(): CacheUsage {
    return { ...this.counts, invalidations: { ...this.#invalidations }, ...this.#store.usage };
  }

  /** Whether responses of an endpoint may be kept. */
  keeps(endpoint: Endpoint): boolean {
    return keptMsOf(endpoint, this.#options) !== 0;
  }

  /** The response that may be used instead of a read, where entries are not shared. */
  find(key: string): CachedResponse | undefined {
    const entry = this.#memory?.find(key);
    this.counts[entry === undefined ? 'misses' : 'hits']++;
    return entry;
  }

  /** The same for the result of a query, by a key of its own. */
  findResult(key: string): CachedResponse | undefined {
    const entry = this.#memory?.find(key);
    this.counts[entry === undefined ? 'resultMisses' : 'resultHits']++;
    return entry;
  }

  /** Keeps a response, and returns it, if it may be kept. */
  offer(key: string, offered: OfferedResponse): CachedResponse | undefined {
    const kept = this.#keep(key, offered);
    if (kept === undefined && offered.replaced !== undefined) this.#store.delete(key, offered.replaced);
    if (kept === undefined || kept.isExpired) return undefined;
    this.counts.stored++;
    return kept;
  }

  /** Keeps a response, also one that has to be confirmed before each use. */
  #keep(key: string, offered: OfferedResponse): CachedResponse | undefined {
    const { endpoint, path, result, beganAt, startedAt, status, body, replaced } = offered;
    if (status !== 200 || !this.keeps(endpoint) || lacksItsId(offered)) return undefined;
    if (replaced === undefined && !this.#store.admits(key, body.length)) return undefined;
    const headers = headersOf(offered);
    const options = this.#freshnessOf(offered);
    if (!mayBeStored(headers, options)) return undefined;
    const ms = freshMs(headers, options);
    const forMs = Math.max(0, ms);
    const validators = validatorsIn(headers);
    const stale = staleTimesIn(headers, options, this.#options.stale, forMs - ms);
    if (forMs === 0 && validators === undefined && stale === undefined) return undefined;
    const tags = tagsOf(endpoint, path, result);
    const times = { startedAt, expiresAt: performance.now() + forMs, expiresOn: Date.now() + forMs };
    return this.#store.keep(key, body, { ...times, tags, validators, stale, checkedAt: beganAt });
  }

  /** An entry that expired or was invalidated, where entries are not shared. */
  findOld(key: string): OldResponse | undefined {
    return this.#memory?.findOld(key);
  }

  /** Removes an entry that the service does not confirm, and does not replace. */
  delete(key: string): void {
    this.#store.delete(key);
  }

  /** Keeps the result of a query, and returns it, if it may be kept. */
  offerResult(key: string, body: Buffer, validity: Validity): CachedResponse | undefined {
    if (!this.#store.admits(key, body.length)) return undefined;
    const kept = this.shared?.keepResult(key, body, validity) ?? this.#memory?.keep(key, body, validity);
    if (kept !== undefined) this.counts.resultsStored++;
    return kept;
  }

  /**
   * Call before a write is sent, and when it has ended, whatever its outcome. Where entries are shared, it resolves to whether it
   * is invalidated for all processes.
   */
  invalidateFor(write: Endpoint, path: Key): Promise<boolean> | undefined {
    const tag = tagOfWrite(write, path);
    return tag === undefined ? this.invalidateEverything() : this.#invalidate(tag);
  }

  /** Invalidates what holds a record, and what is below its path; everything for a kind of record that responses are not tagged with. */
  invalidateRecord(entity: Entity, id: string): Promise<boolean> | undefined {
    return taggedEntities(entity.contract).includes(entity)
      ? this.#invalidate(tagOf(entity, id))
      : this.invalidateEverything();
  }

  invalidateEverything(): Promise<boolean> | undefined {
    this.#invalidations.everything++;
    return this.#store.invalidate(undefined);
  }

  /** Call when a write has ended in another process. Those that share entries have invalidated them. */
  writeEndedElsewhere(): void {
    if (this.shared === undefined) this.invalidateEverything();
    else this.shared.advance();
  }

  /** Whether a write that is not known to be invalidated for all processes must not be sent. */
  get isStrict(): boolean {
    return this.#options.shared?.isStrict ?? false;
  }

  #invalidate(tag: string): Promise<boolean> | undefined {
    this.#invalidations.records++;
    return this.#store.invalidate(tag);
  }

  #freshnessOf({ endpoint, isAnonymous, startedAt }: OfferedResponse): FreshnessOptions {
    return {
      maxAgeMs: keptMsOf(endpoint, this.#options),
      isAnonymous,
      isKeyed: this.#options.isKeyed,
      delayMs: performance.now() - startedAt,
      receivedAt: Date.now(),
    };
  }
}

/** Whether the body is no record where it should be one, such as what a proxy says in place of the service. */
function lacksItsId({ endpoint, path, result }: OfferedResponse): boolean {
  const entity = endpoint.contract.entityAt(endpoint);
  return entity !== undefined && keyIn(entity, path, result as object) === undefined;
}

/** The headers of a response, with those of the entry that it confirms. */
function headersOf({ headers, confirmed }: OfferedResponse): CachingHeaders {
  const own = cachingHeadersOf(headers);
  return (confirmed?.validators && updatedHeaders(confirmed.validators, own)) ?? own;
}
