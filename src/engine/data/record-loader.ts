import DataLoader from 'dataloader';
import type { Endpoint, ListEndpoint, Page } from '../contract/endpoint.ts';
import type { Entity, Key } from '../contract/entity.ts';
import { groupBy } from '../contract/group-by.ts';
import type { CallOrigin } from '../http/call-origin.ts';
import { isOfOneCall, notFound } from '../http/errors.ts';
import type { ExecutionTurns } from '../turns/execution-turns.ts';
import { batchLimit, isRestCheaper, maxBatchPages, minKnownBatch } from './batch-cost.ts';
import { keyText, parentText } from './cache-key.ts';
import { maxLookupPages, PaginationGuard } from './pagination-guard.ts';
import type { RecordCache } from './record-cache.ts';
import type { TypedReads } from './typed-reads.ts';

type Read = TypedReads['readCall'];

/** DataLoader resolves a batch as a whole. Each record resolves by itself, so that none waits for a slower one. */
interface PendingRecord {
  readonly record: Promise<object>;
}

/** What the records of a batch share. */
interface Batch {
  /** Keys by their parents; undefined where there is one key. */
  readonly siblings: ReadonlyMap<string, Key[]> | undefined;
  /** The lists that are read for them, by their parents. */
  lists: Map<string, Promise<unknown>> | undefined;
}

/**
 * Loads records of one kind by key. Several siblings that are requested before the execution waits are read from the list of their
 * parent, where there is one that holds them all and that costs less than the single records.
 */
export class RecordLoader {
  readonly #entity: Entity;
  readonly #read: Read;
  readonly #records: RecordCache;
  readonly #maxListPages: number;
  // Most loaders need neither.
  /** The paths of the lists that contain records, where their keys do not tell. */
  #within: Map<string, Key> | undefined = undefined;
  /** The fields that the records are loaded for, where calls are logged. */
  #origins: Map<string, CallOrigin> | undefined = undefined;
  readonly #loader: DataLoader<Key, PendingRecord, string>;

  constructor(entity: Entity, read: Read, records: RecordCache, maxListPages: number, turns: ExecutionTurns) {
    this.#entity = entity;
    this.#read = read;
    this.#records = records;
    this.#maxListPages = maxListPages;
    this.#loader = new DataLoader((keys) => Promise.resolve(this.#load(keys)), {
      cacheKeyFn: keyText,
      batchScheduleFn: (send) => turns.afterWork(send),
    });
  }

  /** The record with a key. `within` is the path of the list that contains it, where its key does not tell. */
  load(key: Key, within?: Key, origin?: CallOrigin): Promise<object> {
    if (origin !== undefined) this.#addOrigin(keyText(key), origin);
    if (within !== undefined) {
      this.#within ??= new Map();
      this.#within.set(keyText(key), within);
    }
    return this.#loader.load(key).then(({ record }) => record);
  }

  #addOrigin(key: string, origin: CallOrigin): void {
    this.#origins ??= new Map();
    if (!this.#origins.has(key)) this.#origins.set(key, origin);
  }

  /** The GET at the record's own path. */
  single(key: Key): Endpoint | undefined {
    return this.#entity.endpoints.find((endpoint) => endpoint.method === 'GET' && fits(endpoint, key, 0));
  }

  #load(keys: readonly Key[]): PendingRecord[] {
    const batch: Batch = { siblings: keys.length === 1 ? undefined : this.#bySiblings(keys), lists: undefined };
    return keys.map((key) => {
      const cached = this.#records.find(this.#entity, key);
      if (cached !== undefined) return { record: Promise.resolve(cached) };
      const record = this.#fetch(key, batch);
      record.catch(() => {});
      return { record };
    });
  }

  /** The keys of records that are still to be read, by their parents. */
  #bySiblings(keys: readonly Key[]): Map<string, Key[]> {
    const missing = keys.filter((key) => this.#records.find(this.#entity, key) === undefined);
    return groupBy(missing, (key) => this.#parent(key));
  }

  async #fetch(key: Key, batch: Batch): Promise<object> {
    const siblings = batch.siblings?.get(this.#parent(key)) ?? [key];
    const single = this.single(key);
    const list = this.#list(key);
    if (list === undefined || (single !== undefined && siblings.length < minKnownBatch)) return this.#get(single, key);
    const parent = this.#parent(key);
    batch.lists ??= new Map();
    let reading = batch.lists.get(parent);
    if (reading === undefined) {
      reading = single === undefined ? this.#searchList(list, siblings) : this.#batch(list, siblings);
      batch.lists.set(parent, reading);
    }
    await reading;
    return this.#records.find(this.#entity, key) ?? this.#get(single, key, list);
  }

  /** Reads the parent's list until all wanted records were in it, which cannot be fetched singly. */
  async #searchList(list: ListEndpoint, wanted: Key[]): Promise<void> {
    const guard = new PaginationGuard(undefined, Math.min(this.#maxListPages, maxLookupPages));
    const { pageFormat } = list.contract;
    const { maxLimit } = pageFormat.paging;
    for (let token: string | undefined; ; ) {
      const page = await this.#readPage(list, wanted, maxLimit, token);
      const next = pageFormat.nextOf(page, token, maxLimit);
      if (next === undefined || this.#missing(wanted) === 0) return;
      token = guard.follow(next, pageFormat.itemsOf(page).length);
    }
  }

  /** Reads the parent's list in place of single records, as far as that costs less than these. */
  async #batch(list: ListEndpoint, wanted: Key[]): Promise<void> {
    const path = this.#listPath(list, wanted);
    const { pageFormat } = list.contract;
    const limit = batchLimit(wanted.length, this.#records.sizeOf(list, path), pageFormat.paging.maxLimit);
    if (limit === undefined) return;
    const guard = new PaginationGuard(undefined, Math.min(this.#maxListPages, maxBatchPages));
    let read = 0;
    try {
      for (let token: string | undefined; ; ) {
        const page = await this.#readPage(list, wanted, limit, token);
        const size = pageFormat.itemsOf(page).length;
        read += size;
        const next = pageFormat.nextOf(page, token, limit);
        const missing = this.#missing(wanted);
        const mayEnd = next === undefined || missing === 0 || guard.isLast;
        if (mayEnd || !isRestCheaper(missing, read, pageFormat.countOf(page))) return;
        token = guard.follow(next, size);
      }
    } catch (error) {
      // A client that may not read the list may still read its records: no client has asked for the list.
      if (!isOfOneCall(error)) throw error;
    }
  }

  #readPage(list: ListEndpoint, wanted: Key[], limit: number, token: string | undefined): Promise<Page<unknown>> {
    const [first] = wanted as [Key];
    const { pageParam, limitParam } = list.contract.pageFormat.paging;
    const query = { [limitParam]: limit, ...(token !== undefined && { [pageParam]: token }) };
    const call = { endpoint: list, path: this.#listPath(list, wanted), query, origin: this.#originOf(first) };
    return this.#read(call, wanted.length > 1) as Promise<Page<unknown>>;
  }

  #listPath(list: ListEndpoint, wanted: Key[]): Record<string, string> {
    const [first] = wanted as [Key];
    return only(list, this.#withinOf(first) ?? first);
  }

  #missing(wanted: Key[]): number {
    let missing = 0;
    for (const key of wanted) if (this.#records.find(this.#entity, key) === undefined) missing++;
    return missing;
  }

  #get(single: Endpoint | undefined, key: Key, list?: ListEndpoint): Promise<object> {
    if (single === undefined) return Promise.reject(notFound(list ?? this.#entity.endpoints[0]));
    const origin = this.#originOf(key);
    return this.#read({ endpoint: single, path: key, query: undefined, origin }) as Promise<object>;
  }

  #list(key: Key): ListEndpoint | undefined {
    const within = this.#withinOf(key);
    return this.#entity.lists.find((endpoint) =>
      within === undefined ? fits(endpoint, key, 1) : fits(endpoint, within, 0),
    );
  }

  #withinOf(key: Key): Key | undefined {
    return this.#within?.get(keyText(key));
  }

  #originOf(key: Key): CallOrigin | undefined {
    return this.#origins?.get(keyText(key));
  }

  /** What a record has in common with those in the same list. */
  #parent(key: Key): string {
    const within = this.#withinOf(key);
    return within === undefined ? parentText(key) : `within ${keyText(within)}`;
  }
}

/** Whether an endpoint's path takes the key's parts, all but the last `less`, and no others. */
function fits(endpoint: Endpoint, key: Key, less: number): boolean {
  const params = endpoint.pathParams;
  let length = -less;
  for (const _ in key) length++;
  if (params.length !== length) return false;
  for (const param of params) if (!(param in key)) return false;
  return true;
}

function only(endpoint: Endpoint, key: Key): Record<string, string> {
  return Object.fromEntries(endpoint.pathParams.map((param) => [param, key[param] as string]));
}
