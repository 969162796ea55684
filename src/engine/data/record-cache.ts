import { type Endpoint, variantParams } from '../contract/endpoint.ts';
import { type Entity, type Key, keyIn, type Records } from '../contract/entity.ts';
import { isJsonObject } from '../contract/json.ts';
import type { PageFormat } from '../contract/page-format.ts';
import type { RestCall } from '../http/rest-call.ts';
import { keyText } from './cache-key.ts';
import type { Query } from './cached-read.ts';

/** Records that were found below the same path. */
interface Found {
  readonly records: readonly Records[];
  readonly base: Key;
  readonly source: RestCall;
}

/**
 * The whole records that a request has read in lists or inside other records, so that none is fetched again.
 * Responses are searched when a record is looked up for the first time after they arrived.
 */
export class RecordCache {
  readonly #records = new Map<string, object>();
  /** The reads whose responses held the records; undefined where nothing needs them. */
  readonly #sources: Map<string, RestCall> | undefined;
  /** The sizes of whole lists, as their pages tell; undefined while none has told one. */
  #sizes: Map<string, number> | undefined = undefined;
  #found: Found[] = [];
  /** Reads whose responses have arrived, and were not searched yet. */
  #arrived: RestCall[] = [];

  constructor(tracksSources: boolean) {
    this.#sources = tracksSources ? new Map() : undefined;
  }

  add(entity: Entity, key: Key, record: object): void {
    this.#records.set(cacheKey(entity, key), record);
  }

  /** Adds a read: its response is searched once it has arrived. */
  addRead(read: RestCall): void {
    if (read.isPending) read.onResolved = this.#onResolved;
    else this.#onResolved(read);
  }

  /** How many items a list has, without a filter; undefined where no response has told that. */
  sizeOf(list: Endpoint, path: Key): number | undefined {
    return this.#sizes?.get(listKey(list, path));
  }

  find(entity: Entity, key: Key): object | undefined {
    if (this.#arrived.length > 0) this.#searchArrived();
    return this.#records.get(cacheKey(entity, key));
  }

  #searchArrived(): void {
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const one of arrived) this.#search(one);
    while (this.#found.length > 0) {
      const found = this.#found;
      this.#found = [];
      for (const one of found) this.#addAll(one);
    }
  }

  /** The read whose response held a record, where sources are tracked. */
  sourceOf(entity: Entity, key: Key): RestCall | undefined {
    return this.find(entity, key) && this.#sources?.get(cacheKey(entity, key));
  }

  /** One function for all reads. */
  readonly #onResolved = (read: RestCall): void => {
    this.#arrived.push(read);
  };

  /** Collects the whole records of a response. One that was requested in another form or state is left out. */
  #search(read: RestCall): void {
    const { endpoint, path, query } = read;
    const records = endpoint.contract.recordsIn(endpoint);
    if (records === undefined || (query !== undefined && isVariant(endpoint, query))) return;
    const result = read.parse();
    if (!isJsonObject(result)) return;
    this.#found.push({ records: records(result), base: path, source: read });
    const { pageFormat } = endpoint.contract;
    const count = endpoint.item === undefined ? undefined : pageFormat.countOf(result);
    if (count === undefined || !isUnfiltered(query, pageFormat)) return;
    this.#sizes ??= new Map();
    this.#sizes.set(listKey(endpoint, path), count);
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
function isVariant(endpoint: Endpoint, query: Query): boolean {
  return variantParams(endpoint).some((name) => query[name] != null);
}

/** Whether a list is read as it is, whatever the page. */
function isUnfiltered(query: Query = {}, { paging }: PageFormat): boolean {
  const { pageParam, limitParam } = paging;
  for (const name in query) if (query[name] != null && name !== pageParam && name !== limitParam) return false;
  return true;
}

function listKey({ id, pathParams }: Endpoint, key: Key): string {
  return `${id}:${pathParams.map((param) => key[param]).join('\u0000')}`;
}

function cacheKey({ name }: Entity, key: Key): string {
  return `${name}:${keyText(key)}`;
}
