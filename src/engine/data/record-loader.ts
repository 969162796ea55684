import DataLoader from 'dataloader';
import { type Entity, type EntityName, entities } from '../contract/entity.ts';
import { type ListOperation, maxPageSize, type Operation, type Page, pathParams } from '../contract/operation.ts';
import { GatewayError, notFound } from '../http/errors.ts';
import { type Key, keyText, parentText } from './cache-key.ts';
import { PageTrail } from './pagination-guard.ts';
import type { Pending } from './pending.ts';
import type { MetRecords } from './record-cache.ts';

/** Reads the answer to a GET through the request's loaders. */
type Read = (operation: Operation, call: { path: Key; query?: unknown }, batched?: boolean) => Promise<unknown>;

/**
 * Looks up records of one kind by key. Several siblings asked for in the same tick are read from the list of their
 * parent, where there is one that holds them all: one call instead of many.
 */
export class RecordLoader {
  readonly #name: EntityName;
  readonly #entity: Entity;
  readonly #read: Read;
  readonly #met: MetRecords;
  /** The paths of the lists that records stand in, where their own does not tell. */
  readonly #within = new Map<string, Key>();
  readonly #loader: DataLoader<Key, Pending, string>;

  constructor(name: EntityName, read: Read, met: MetRecords) {
    this.#name = name;
    this.#entity = entities[name];
    this.#read = read;
    this.#met = met;
    this.#loader = new DataLoader((keys) => Promise.resolve(this.#load(keys)), {
      cacheKeyFn: keyText,
    });
  }

  /** The record with a key. `within` is the path of the list that it stands in, where its own does not tell. */
  load(key: Key, within?: Key): Promise<unknown> {
    if (within !== undefined) this.#within.set(keyText(key), within);
    return this.#loader.load(key).then(({ answer }) => answer);
  }

  #load(keys: readonly Key[]): Pending[] {
    const siblings = new Map<string, Key[]>();
    for (const key of keys) {
      if (this.#met.find(this.#name, key) !== undefined) continue;
      const parent = this.#parent(key);
      const group = siblings.get(parent);
      if (group === undefined) siblings.set(parent, [key]);
      else group.push(key);
    }
    const lists = new Map<string, Promise<unknown>>();
    return keys.map((key) => {
      const met = this.#met.find(this.#name, key);
      if (met !== undefined) return { answer: Promise.resolve(met) };
      const parent = this.#parent(key);
      const answer = this.#one(key, siblings.get(parent) ?? [key], lists);
      answer.catch(() => {});
      return { answer };
    });
  }

  async #one(key: Key, siblings: Key[], lists: Map<string, Promise<unknown>>): Promise<unknown> {
    const single = this.#single(key);
    const list = this.#list(key);
    if (list === undefined || (single !== undefined && siblings.length < 2)) return this.#get(single, key);
    const parent = this.#parent(key);
    let reading = lists.get(parent);
    if (reading === undefined) {
      reading = this.#readList(list, siblings, single === undefined);
      lists.set(parent, reading);
    }
    await reading;
    return this.#met.find(this.#name, key) ?? this.#get(single, key, list);
  }

  /** Reads the parent's list until it has held all that is looked for; where records can be got singly, one page of it. */
  async #readList(list: ListOperation, wanted: Key[], toTheEnd: boolean): Promise<void> {
    const [first] = wanted as [Key];
    const within = this.#withinOf(first);
    const trail = new PageTrail(undefined);
    let page: string | undefined;
    try {
      for (;;) {
        const query = { limit: maxPageSize, ...(page !== undefined && { page }) };
        const call = { path: only(list, within ?? first), query };
        const { items, next } = (await this.#read(list, call, wanted.length > 1)) as Page<unknown>;
        if (!toTheEnd || !next?.page || this.#hasMet(wanted)) return;
        page = trail.follow(next.page, items.length);
      }
    } catch (error) {
      const code = error instanceof GatewayError ? error.code : undefined;
      // Who may not read the list may still read one of its records; where they stand elsewhere, even if it is not there.
      const mayReadOne = code === 'FORBIDDEN' || (code === 'NOT_FOUND' && within !== undefined);
      if (toTheEnd || !mayReadOne) throw error;
    }
  }

  #hasMet(wanted: Key[]): boolean {
    return wanted.every((key) => this.#met.find(this.#name, key) !== undefined);
  }

  #get(single: Operation | undefined, key: Key, list?: ListOperation): Promise<unknown> {
    if (single === undefined) return Promise.reject(notFound(list ?? (this.#entity.at[0] as Operation)));
    return this.#read(single, { path: key });
  }

  /** The GET at the record's own path. */
  #single(key: Key): Operation | undefined {
    return this.#entity.at.find((operation) => operation.method === 'GET' && fits(operation, key, 0));
  }

  #list(key: Key): ListOperation | undefined {
    const within = this.#withinOf(key);
    return this.#entity.whole.find((operation) =>
      within === undefined ? fits(operation, key, 1) : fits(operation, within, 0),
    );
  }

  #withinOf(key: Key): Key | undefined {
    return this.#within.size === 0 ? undefined : this.#within.get(keyText(key));
  }

  /** What a record has in common with those that stand in the same list. */
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
