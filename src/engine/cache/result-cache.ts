import type { CachedResponse } from './cached-response.ts';
import type { ResponseCache } from './response-cache.ts';
import type { ResultSources } from './result-sources.ts';
import type { LookUpResult } from './shared-store.ts';

/**
 * Results of whole queries, kept as bytes in the cache of responses. A result is used as long as every response that it was made
 * of could be.
 */
export class ResultCache {
  readonly #cache: ResponseCache;

  constructor(cache: ResponseCache) {
    this.#cache = cache;
  }

  /** The key of a query's result. `query` has all that the result depends on, but for the identity. */
  keyOf(identity: string, query: string): string {
    const { keys } = this.#cache;
    return keys.keyOf(keys.scopeOf(identity), query);
  }

  /** Where processes share results: look-ups come later, through `lookUp`. */
  get isShared(): boolean {
    return this.#cache.shared !== undefined;
  }

  /** The result that may be used instead of an execution, where processes share none. */
  find(key: string): CachedResponse | undefined {
    return this.#cache.findResult(key);
  }

  /** The same where they share them, with the place of the present in the order of all writes. */
  async lookUp(key: string): Promise<FoundResult> {
    const found = await this.#cache.shared?.lookUpOne(key);
    this.#cache.counts[found?.entry === undefined ? 'resultMisses' : 'resultHits']++;
    return { entry: found?.entry, clock: found?.clock ?? this.#cache.clock };
  }

  /** Keeps a result, and returns it, if it may be kept. */
  offer(key: string, body: Buffer, sources: ResultSources): CachedResponse | undefined {
    return sources.isComplete ? this.#cache.offerResult(key, body, sources) : undefined;
  }
}

export type FoundResult = Pick<LookUpResult, 'entry' | 'clock'>;
