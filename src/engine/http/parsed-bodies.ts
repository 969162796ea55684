import { LRUCache } from 'lru-cache';
import type { CachedResponse } from '../cache/cached-response.ts';
import { freezeJson } from './frozen-json.ts';
import { parseBody } from './parse-body.ts';

/** Largest body whose value is kept, in bytes. */
const maxBodyBytes = 65_536;

/** A value is kept when its body is parsed for the third time and, if it was evicted, at every eighth time after it. */
const keptAt = 2;
const keptEach = 8;

/**
 * The values of kept responses that are used often, within a size in bytes, so that they are not parsed each time. They are frozen: no
 * request changes what another one reads.
 */
export class ParsedBodies {
  readonly #values: LRUCache<CachedResponse, object>;

  constructor(maxBytes: number) {
    this.#values = new LRUCache({ maxSize: maxBytes });
  }

  /** Size of the values and of the bodies that stay in memory with them, in bytes. */
  get bytes(): number {
    return this.#values.calculatedSize;
  }

  valueOf(response: CachedResponse): unknown {
    const known = this.#values.get(response);
    if (known !== undefined) return known;
    const value = parseBody(response.body);
    if (response.timesParsed++ % keptEach === keptAt && response.body.length <= maxBodyBytes)
      this.#keep(response, value);
    return value;
  }

  #keep(response: CachedResponse, value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    // The response, which is the key, may have been evicted from the cache.
    const size = freezeJson(value) + response.bytes;
    if (size <= this.#values.maxSize) this.#values.set(response, value, { size });
  }
}
