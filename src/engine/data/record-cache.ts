import { type Entity, type Key, keyIn, type Records, recordsIn } from '../contract/entity.ts';
import { type Operation, variantParams } from '../contract/operation.ts';
import type { ReadHandle } from '../http/read-handle.ts';
import { keyText } from './cache-key.ts';
import type { CachedRead, Query } from './cached-read.ts';

/** Records that were found below the same path. */
interface Found {
  readonly records: readonly Records[];
  readonly base: Key;
  readonly source: ReadHandle;
}

/**
 * The whole records that a request has read in lists or inside other records, so that none is fetched again.
 * Responses are searched when a record is looked up for the first time after they arrived.
 */
export class RecordCache {
  readonly #records = new Map<string, object>();
  /** The reads whose responses held the records; undefined where nothing needs them. */
  readonly #sources: Map<string, ReadHandle> | undefined;
  #found: Found[] = [];
  /** Reads whose responses have arrived, and were not searched yet. */
  #arrived: CachedRead[] = [];

  constructor(tracksSources: boolean) {
    this.#sources = tracksSources ? new Map() : undefined;
  }

  add(entity: Entity, key: Key, record: object): void {
    this.#records.set(cacheKey(entity, key), record);
  }

  /** Adds a read: its response is searched once it has arrived. */
  addRead(cached: CachedRead): void {
    const { read } = cached;
    if (!read.isPending) this.#arrived.push(cached);
    else read.onResolved = () => this.#arrived.push(cached);
  }

  find(entity: Entity, key: Key): object | undefined {
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const one of arrived) this.#search(one);
    while (this.#found.length > 0) {
      const found = this.#found;
      this.#found = [];
      for (const one of found) this.#addAll(one);
    }
    return this.#records.get(cacheKey(entity, key));
  }

  /** The read whose response held a record, where sources are tracked. */
  sourceOf(entity: Entity, key: Key): ReadHandle | undefined {
    return this.find(entity, key) && this.#sources?.get(cacheKey(entity, key));
  }

  /** Collects the whole records of a response. One that was requested in another form or state is left out. */
  #search({ operation, path, query, read }: CachedRead): void {
    const records = recordsIn(operation);
    if (records === undefined || (query !== undefined && isVariant(operation, query))) return;
    const result = read.parse();
    if (result !== undefined) this.#found.push({ records: records(result), base: path, source: read });
  }

  #addAll(found: Found): void {
    for (const [entity, list] of found.records) {
      // A value inside a record may break the contract: the field that selects it reports that.
      if (!Array.isArray(list)) continue;
      for (const record of list) {
        if (typeof record === 'object' && record !== null && entity.includes(record))
          this.#addOne(entity, record, found);
      }
    }
  }

  #addOne(entity: Entity, record: object, { base, source }: Found): void {
    const key = keyIn(entity, base, record);
    if (key === undefined) return;
    this.add(entity, key, record);
    this.#sources?.set(cacheKey(entity, key), source);
    const records = entity.embedded(record);
    if (records.length > 0) this.#found.push({ records, base, source });
  }
}

/** Whether a query asks for records in another form than their plain GETs return. */
function isVariant(operation: Operation, query: Query): boolean {
  return variantParams(operation).some((name) => query[name] !== undefined);
}

function cacheKey({ name }: Entity, key: Key): string {
  return `${name}:${keyText(key)}`;
}
