import { type Endpoint, selectableParams } from '../contract/endpoint.ts';
import type { Entity, Key } from '../contract/entity.ts';
import { type Arrival, resultOf } from '../http/arrival.ts';
import type { CallOrigin } from '../http/call-origin.ts';
import type { RestClient } from '../http/client.ts';
import type { RestCall } from '../http/rest-call.ts';
import { urlOf, withPage } from '../http/url.ts';
import type { ExecutionTurns } from '../turns/execution-turns.ts';
import { ListEnvelopes } from './list-envelopes.ts';
import { RecordCache } from './record-cache.ts';
import { RecordLoader } from './record-loader.ts';
import { type ReadCall, TypedReads } from './typed-reads.ts';

/** A paged list; `url` is that of the call without the parameters for paging. */
export interface ListCall extends ReadCall {
  readonly url: string;
}

/** A request's cache, as the whole request or one of its fields uses it. */
export type RequestReads = Pick<
  RequestCache,
  'maxListPages' | 'read' | 'readCall' | 'readArrival' | 'readPage' | 'readEnvelope' | 'record' | 'add' | 'clear'
>;

/**
 * The reads of one request: every GET is sent at most once, and records that it has read are not fetched again. It dies
 * with the request, so that nothing read with one token reaches another.
 */
export class RequestCache extends TypedReads {
  readonly #rest: RestClient;
  readonly #selectedFields: ReadonlySet<string>;
  readonly #turns: ExecutionTurns;
  readonly #reads = new Map<string, RestCall>();
  // Most requests need only some of these.
  #loaders: Map<Entity, RecordLoader> | undefined;
  #records: RecordCache | undefined;
  #envelopes: ListEnvelopes | undefined;

  /** `selectedFields` holds the names of all fields that the request's document selects, `turns` the work that adds to batches. */
  constructor(rest: RestClient, selectedFields: ReadonlySet<string>, turns: ExecutionTurns) {
    super();
    this.#rest = rest;
    this.#turns = turns;
    this.#selectedFields = selectedFields;
  }

  /** Maximum number of pages that are read of one list. */
  get maxListPages(): number {
    return this.#rest.maxListPages;
  }

  readCall(call: ReadCall, batched = false): Promise<unknown> {
    return this.#read(call, this.#urlOf(call), undefined, batched).result();
  }

  /** The same for a result that is taken where it is used: see `RestCall.arrival`. */
  readArrival(call: ReadCall): Promise<Arrival> {
    return this.#read(call, this.#urlOf(call), undefined, false).arrival();
  }

  /** A page of a paged list: the first one, or the one that `token` names. Throws or rejects with a GatewayError. */
  readPage(list: ListCall, token: string | undefined, limit: number): Promise<Arrival> {
    const { endpoint } = list;
    const url = withPage(this.#withSelection(endpoint, list.url), endpoint.contract.dialect.paging, token, limit);
    return this.#read(list, url, token === undefined ? list.url : undefined, false).arrival();
  }

  /** A page that tells what is true of the whole list: a first page that the request reads anyway, or one of one item. */
  readEnvelope(list: ListCall): Promise<unknown> {
    if (this.#envelopes === undefined) {
      this.#envelopes = new ListEnvelopes(this.#turns);
      for (const read of this.#reads.values()) this.#envelopes.addRead(read);
    }
    return this.#envelopes.read(list.url, () => this.readPage(list, undefined, 1).then(resultOf));
  }

  /**
   * The record with a key: one that a list of this request held, one of a list that is read for several siblings, or one
   * that is fetched singly. Rejects with NOT_FOUND where there is none. `within` is the path of the list that contains it,
   * where its key does not tell.
   */
  record(entity: Entity, key: Key, within?: Key, origin?: CallOrigin): Promise<object> {
    this.#loaders ??= new Map();
    let loader = this.#loaders.get(entity);
    if (loader === undefined) {
      const read = (call: ReadCall, isBatch?: boolean) => this.readCall(call, isBatch);
      loader = new RecordLoader(entity, read, this.#recordCache, this.maxListPages, this.#turns);
      this.#loaders.set(entity, loader);
    }
    const loading = loader.load(key, within, origin);
    if (origin !== undefined) loading.then(() => this.#countHit(entity, key, origin)).catch(() => {});
    return loading;
  }

  /** Adds a record that a write returned, or that was read under another name than its id. */
  add(entity: Entity, key: Key, record: object): void {
    this.#recordCache.add(entity, key, record);
  }

  /** Drops everything: after a write, what was read before it may be wrong. */
  clear(): void {
    this.#reads.clear();
    this.#loaders = undefined;
    this.#records = undefined;
    this.#envelopes = undefined;
  }

  get #recordCache(): RecordCache {
    if (this.#records === undefined) {
      this.#records = new RecordCache(this.#rest.isLogged);
      for (const read of this.#reads.values()) this.#records.addRead(read);
    }
    return this.#records;
  }

  #read(call: ReadCall, url: string, firstPageOf: string | undefined, batched: boolean): RestCall {
    const cached = this.#reads.get(url);
    if (cached !== undefined) {
      this.#rest.statistics.cacheHits++;
      if (call.origin !== undefined) this.#rest.countCacheHit(cached, call.origin);
      return cached;
    }
    const read = this.#rest.read(call, url, batched, call.origin);
    read.firstPageOf = firstPageOf;
    this.#reads.set(url, read);
    this.#records?.addRead(read);
    this.#envelopes?.addRead(read);
    return read;
  }

  #countHit(entity: Entity, key: Key, origin: CallOrigin): void {
    const source = this.#records?.sourceOf(entity, key) ?? this.#singleRead(entity, key);
    if (source !== undefined) this.#rest.countCacheHit(source, origin);
  }

  /** The read at a record's own path, if there was one. */
  #singleRead(entity: Entity, key: Key): RestCall | undefined {
    const endpoint = this.#loaders?.get(entity)?.single(key);
    if (endpoint === undefined) return undefined;
    const url = this.#withSelection(endpoint, urlOf(endpoint, key, undefined));
    return this.#reads.get(url);
  }

  #urlOf({ endpoint, path, query }: ReadCall): string {
    return this.#withSelection(endpoint, urlOf(endpoint, path, query));
  }

  /** A URL that tells the service to leave out what no field selects. */
  #withSelection(endpoint: Endpoint, url: string): string {
    const selectable = selectableParams(endpoint);
    if (selectable.length === 0) return url;
    let result = url;
    for (const [param, field] of selectable) {
      if (!this.#selectedFields.has(field)) result += `${result.includes('?') ? '&' : '?'}${param}=false`;
    }
    return result;
  }
}
