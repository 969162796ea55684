import { LRUCache } from 'lru-cache';

/** What an entry takes besides its body, and what each tag of it takes, in bytes. */
const fixedSize = 600;
const tagSize = 64;
/** The part of all that one entry may take. */
const maxShare = 1 / 8;

/** Entries in the memory of this process, within a size in bytes. Those that are used least recently are evicted first. */
export class KeptEntries<Entry extends object> {
  readonly #maxBytes: number;
  readonly #entries: LRUCache<string, Entry>;
  #evictions = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      dispose: (_value, _key, reason) => {
        if (reason === 'evict') this.#evictions++;
      },
    });
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  /** The size of an entry, of which `others` is known; undefined for one that is too large. */
  sizeOf(body: Buffer, tags: readonly string[] | undefined, others = 0): number | undefined {
    const size = body.length + fixedSize + others + (tags?.length ?? 0) * tagSize;
    return size > this.#maxBytes * maxShare ? undefined : size;
  }

  set(key: string, entry: Entry, size: number): void {
    this.#entries.set(key, entry, { size });
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  get usage(): KeptUsage {
    const { size: entries, calculatedSize: bytes } = this.#entries;
    return { entries, bytes, evictions: this.#evictions };
  }
}

export interface KeptUsage {
  /** Responses and results that are kept, and their size in bytes. */
  readonly entries: number;
  readonly bytes: number;
  /** Those that were evicted for others. */
  readonly evictions: number;
}
