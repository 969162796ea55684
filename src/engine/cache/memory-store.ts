import type { CacheStore } from './cache-store.ts';
import { CachedResponse, type Validity } from './cached-response.ts';
import { Generations } from './generations.ts';
import { KeptEntries, type KeptUsage } from './kept-entries.ts';
import { OldResponse } from './old-response.ts';
import { sizeOfValidators } from './validators.ts';

/** Responses in the memory of this process alone. */
export class MemoryStore implements CacheStore {
  readonly #entries: KeptEntries<CachedResponse>;
  readonly #generations = new Generations();

  constructor(maxBytes: number) {
    this.#entries = new KeptEntries(maxBytes);
  }

  get clock(): number {
    return this.#generations.clock;
  }

  get usage(): KeptUsage {
    return this.#entries.usage;
  }

  /** The entry that may be used. */
  find(key: string): CachedResponse | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#isUsable(entry)) return entry;
    if (entry.validators === undefined && entry.stale === undefined) this.#entries.delete(key);
    return undefined;
  }

  /** An entry that expired, or was invalidated. */
  findOld(key: string): OldResponse | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    return new OldResponse(entry, this.#generations.areCurrent(entry.tags, entry.checkedAt), this.clock);
  }

  delete(key: string, entry?: CachedResponse): void {
    if (entry === undefined || this.#entries.get(key) === entry) this.#entries.delete(key);
  }

  admits(key: string, bytes: number): boolean {
    return this.#entries.admits(key, bytes);
  }

  keep(key: string, body: Buffer, validity: Validity): CachedResponse | undefined {
    const { tags, validators, checkedAt } = validity;
    // A write overtook the read.
    if (!this.#generations.areCurrent(tags, checkedAt)) return undefined;
    const entry = new CachedResponse(body, validity);
    const size = this.#entries.sizeOf(entry.bytes, tags, sizeOfValidators(validators));
    return size !== undefined && this.#entries.keep(key, entry, size) ? entry : undefined;
  }

  invalidate(tag: string | undefined): undefined {
    if (tag === undefined) this.#generations.invalidateEverything();
    else this.#generations.invalidate(tag);
  }

  #isUsable(entry: CachedResponse): boolean {
    if (entry.isExpired || !this.#generations.areCurrent(entry.tags, entry.checkedAt)) return false;
    // The next look-up has only to compare later invalidations, most often none.
    entry.checkedAt = this.#generations.clock;
    return true;
  }
}
