import DataLoader from 'dataloader';
import type { Entity, Key } from '../contract/entity.ts';
import { type ListOperation, maxPageSize, type Operation, type Page, pathParams } from '../contract/operation.ts';
import type { CallOrigin } from '../http/call-origin.ts';
import { GatewayError, notFound } from '../http/errors.ts';
import { keyText, parentText } from './cache-key.ts';
import type { Query } from './cached-read.ts';
import { PaginationGuard } from './pagination-guard.ts';
import type { RecordCache } from './record-cache.ts';

/** Reads the result of a GET through the request's cache. */
type Read = (
  call: { operation: Operation; path: Key; query: Query | undefined; origin?: CallOrigin | undefined },
  batched?: boolean,
) => Promise<unknown>;

/** DataLoader resolves a batch as a whole. Each record resolves by itself, so that none waits for a slower one. */
interface PendingRecord {
  readonly record: Promise<object>;
}

/**
 * Loads records of one kind by key. Several siblings that are requested in the same tick are read from the list of their
 * parent, where there is one that holds them all: one call instead of many.
 */
export class RecordLoader {
  readonly #entity: Entity;
  readonly #read: Read;
  readonly #records: RecordCache;
  readonly #maxListPages: number;
  /** The paths of the lists that contain records, where their keys do not tell. */
  readonly #within = new Map<string, Key>();
  /** The fields that the records are loaded for, where calls are logged. */
  readonly #origins = new Map<string, CallOrigin>();
  readonly #loader: DataLoader<Key, PendingRecord, string>;

  constructor(entity: Entity, read: Read, records: RecordCache, maxListPages: number) {
    this.#entity = entity;
    this.#read = read;
    this.#records = records;
    this.#maxListPages = maxListPages;
    this.#loader = new DataLoader((keys) => Promise.resolve(this.#load(keys)), { cacheKeyFn: keyText });
  }

  /** The record with a key. `within` is the path of the list that contains it, where its key does not tell. */
  load(key: Key, within?: Key, origin?: CallOrigin): Promise<object> {
    if (origin !== undefined && !this.#origins.has(keyText(key))) this.#origins.set(keyText(key), origin);
    if (within !== undefined) this.#within.set(keyText(key), within);
    return this.#loader.load(key).then(({ record }) => record);
  }

  /** The GET at the record's own path. */
  single(key: Key): Operation | undefined {
    return this.#entity.operations.find((operation) => operation.method === 'GET' && fits(operation, key, 0));
  }

  #load(keys: readonly Key[]): PendingRecord[] {
    const siblings = new Map<string, Key[]>();
    for (const key of keys) {
      if (this.#records.find(this.#entity, key) !== undefined) continue;
      const parent = this.#parent(key);
      const group = siblings.get(parent);
      if (group === undefined) siblings.set(parent, [key]);
      else group.push(key);
    }
    const lists = new Map<string, Promise<unknown>>();
    return keys.map((key) => {
      const cached = this.#records.find(this.#entity, key);
      if (cached !== undefined) return { record: Promise.resolve(cached) };
      const record = this.#fetch(key, siblings.get(this.#parent(key)) ?? [key], lists);
      record.catch(() => {});
      return { record };
    });
  }

  async #fetch(key: Key, siblings: Key[], lists: Map<string, Promise<unknown>>): Promise<object> {
    const single = this.single(key);
    const list = this.#list(key);
    if (list === undefined || (single !== undefined && siblings.length < 2)) return this.#get(single, key);
    const parent = this.#parent(key);
    let reading = lists.get(parent);
    if (reading === undefined) {
      reading = this.#readList(list, siblings, single === undefined);
      lists.set(parent, reading);
    }
    await reading;
    return this.#records.find(this.#entity, key) ?? this.#get(single, key, list);
  }

  /** Reads the parent's list until all wanted records were in it; where records can be fetched singly, one page of it. */
  async #readList(list: ListOperation, wanted: Key[], toTheEnd: boolean): Promise<void> {
    const [first] = wanted as [Key];
    const within = this.#withinOf(first);
    const guard = new PaginationGuard(undefined, this.#maxListPages);
    let page: string | undefined;
    try {
      for (;;) {
        const query = { limit: maxPageSize, ...(page !== undefined && { page }) };
        const call = { operation: list, path: only(list, within ?? first), query, origin: this.#originOf(first) };
        const { items, next } = (await this.#read(call, wanted.length > 1)) as Page<unknown>;
        if (!toTheEnd || !next?.page || this.#hasAll(wanted)) return;
        page = guard.follow(next.page, items.length);
      }
    } catch (error) {
      const code = error instanceof GatewayError ? error.code : undefined;
      // A client that may not read the list may still read one of its records; of another place, even if that is missing.
      const mayReadOne = code === 'FORBIDDEN' || (code === 'NOT_FOUND' && within !== undefined);
      if (toTheEnd || !mayReadOne) throw error;
    }
  }

  #hasAll(wanted: Key[]): boolean {
    return wanted.every((key) => this.#records.find(this.#entity, key) !== undefined);
  }

  #get(single: Operation | undefined, key: Key, list?: ListOperation): Promise<object> {
    if (single === undefined) return Promise.reject(notFound(list ?? this.#entity.operations[0]));
    const origin = this.#originOf(key);
    return this.#read({ operation: single, path: key, query: undefined, origin }) as Promise<object>;
  }

  #list(key: Key): ListOperation | undefined {
    const within = this.#withinOf(key);
    return this.#entity.lists.find((operation) =>
      within === undefined ? fits(operation, key, 1) : fits(operation, within, 0),
    );
  }

  #withinOf(key: Key): Key | undefined {
    return this.#within.size === 0 ? undefined : this.#within.get(keyText(key));
  }

  #originOf(key: Key): CallOrigin | undefined {
    return this.#origins.size === 0 ? undefined : this.#origins.get(keyText(key));
  }

  /** What a record has in common with those in the same list. */
  #parent(key: Key): string {
    const within = this.#withinOf(key);
    return within === undefined ? parentText(key) : `within ${keyText(within)}`;
  }
}

/** Whether an operation's path takes the key's parts, all but the last `less`, and no others. */
function fits(operation: Operation, key: Key, less: number): boolean {
  const params = pathParams(operation.path);
  return params.length === Object.keys(key).length - less && params.every((param) => param in key);
}

function only(operation: Operation, key: Key): Record<string, string> {
  return Object.fromEntries(pathParams(operation.path).map((param) => [param, key[param] as string]));
}
