import { LRUCache } from 'lru-cache';
import { RecentKeys } from './recent-keys.ts';

/** What an entry takes besides its body and its key, and what each tag of it takes, in bytes. */
const fixedSize = 600;
const tagSize = 64;
/** The part of all that one entry may take. */
const maxShare = 1 / 6;
/** There are about as many recent keys as entries of so many bytes. */
const usualSize = 2048;

/**
 * Entries in the memory of this process, within a size in bytes. Those that are used least recently are evicted first, and only for
 * one whose key came up twice: what is read once does not replace what is read often.
 */
export class KeptEntries<Entry extends object> {
  readonly #maxBytes: number;
  readonly #entries: LRUCache<string, Entry>;
  /** The keys for which others would have been evicted. */
  readonly #recent: RecentKeys;
  #evictions = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#recent = new RecentKeys(maxBytes / usualSize);
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

  /** Whether a new entry of so many bytes, which replaces no other, may be worth its place: `keep` decides, once its size is known. */
  admits(key: string, bytes: number): boolean {
    const hasRoom = this.#entries.calculatedSize + bytes + fixedSize <= this.#maxBytes;
    return hasRoom || this.#recent.note(key);
  }

  /** The size of an entry, of which `others` is known; undefined for one that is too large. */
  sizeOf(bytes: number, tags: readonly string[] | undefined, others = 0): number | undefined {
    const size = bytes + fixedSize + others + (tags?.length ?? 0) * tagSize;
    return size > this.#maxBytes * maxShare ? undefined : size;
  }

  /** Keeps an entry, unless others would have to go for one whose key came up once. Whether it is kept. */
  keep(key: string, entry: Entry, sizeWithoutKey: number): boolean {
    const size = sizeWithoutKey + key.length;
    const hasRoom = this.#entries.calculatedSize + size <= this.#maxBytes;
    if (!hasRoom && !this.#entries.has(key) && !this.#recent.note(key)) return false;
    this.#entries.set(key, entry, { size });
    return true;
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
