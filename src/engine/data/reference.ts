import type { Endpoint } from '../contract/endpoint.ts';
import { type Entity, type Key, type KeyOf, keyIn, type RecordOf, readsOf } from '../contract/entity.ts';
import { segmentProblem } from '../contract/path-segment.ts';
import type { CallOrigin } from '../http/call-origin.ts';
import { contractBroken, invalidId, wrongJsonType } from '../http/errors.ts';
import type { RequestReads } from './request-cache.ts';

/** How a record is fetched in another form than its plain GET returns. */
type Fetch<E extends Entity> = (cache: RequestReads) => Promise<RecordOf<E>>;

/** A field whose calls have started before it is resolved. */
export interface PrefetchedField {
  /** Settles with the first response; undefined where no call is needed. */
  readonly response: Promise<unknown> | undefined;
  /** The field's value, called once, when the field is resolved. Throws what starting the calls threw. */
  result(): unknown;
  /** The field that the calls are for, where they are logged. */
  origin?: CallOrigin | undefined;
  /** Whether no call was made, as what it would be made with is invalid. */
  readonly isRefused?: boolean;
}

const noBase: Key = {};

/**
 * A record by its key, fetched only when a field is selected that the key does not tell. A record that was read in a list
 * comes with it, and its key is then derived from the record when it is first needed.
 */
export class Reference<E extends Entity = Entity> {
  readonly entity: E;
  /** The record, once it has arrived. */
  record: RecordOf<E> | undefined;
  /** The endpoint whose response held the record; errors name it. */
  source: Endpoint | undefined;
  /** Whether the record has arrived, or is being fetched. */
  isRequested: boolean;
  #prefetched: Map<object, PrefetchedField> | undefined;
  #key: KeyOf<E> | undefined;
  readonly #base: Key;
  readonly #fetch: Fetch<E> | undefined;

  // Positions, not an object: there is one reference for each record of a list.
  private constructor(
    entity: E,
    key: KeyOf<E> | undefined,
    fetch: Fetch<E> | undefined,
    base: Key,
    record: RecordOf<E> | undefined,
    source: Endpoint | undefined,
  ) {
    this.entity = entity;
    this.#key = key;
    this.#base = base;
    this.record = record;
    this.source = source;
    this.isRequested = record !== undefined;
    this.#fetch = fetch;
  }

  /** A record known by its key alone. `fetch` reads it in another form than its plain GET does. */
  static to<E extends Entity>(entity: E, key: KeyOf<E>, fetch?: Fetch<E>): Reference<E> {
    return new Reference(entity, key, fetch, noBase, undefined, undefined);
  }

  /** A record at hand, which came from `source` below the path `base`. */
  static of<E extends Entity>(entity: E, base: Key, record: RecordOf<E>, source: Endpoint | undefined): Reference<E> {
    return new Reference<E>(entity, undefined, undefined, base, record, source);
  }

  /** The parts of the record's path. Throws UPSTREAM_CONTRACT where the record came without a valid id. */
  get key(): KeyOf<E> {
    this.#key ??= this.#keyOfRecord();
    if (this.#key === undefined) throw contractBroken(this.source, 'id', this.#problemOfId());
    return this.#key;
  }

  /** The record's own id: the last part of the key, without the others. Throws as `key` does. */
  get restId(): string {
    const id: unknown =
      this.#key === undefined && this.record !== undefined ? this.entity.idOf(this.record) : undefined;
    return typeof id === 'string' && segmentProblem(id) === undefined ? id : lastOf(this.key);
  }

  /** Whether the key is known: not where a record came without a valid id. */
  get hasKey(): boolean {
    this.#key ??= this.#keyOfRecord();
    return this.#key !== undefined;
  }

  /** Whether the record came with the reference, in a list or in another record, and was not fetched for it. */
  get cameWithRecord(): boolean {
    return this.#base !== noBase;
  }

  /** Whether the key holds the record's own id, and not another name of the record. */
  get isCanonical(): boolean {
    return this.record !== undefined || !this.entity.isAlias(lastOf(this.key));
  }

  /** Adds a field of this record whose calls have started, until the field is resolved. */
  addPrefetched(field: object, prefetched: PrefetchedField): void {
    this.#prefetched ??= new Map();
    this.#prefetched.set(field, prefetched);
  }

  /** A prefetched field, returned once. `origin` is that of the field as it is resolved, where calls are logged. */
  claim(field: object, origin: CallOrigin | undefined): PrefetchedField | undefined {
    if (this.#prefetched === undefined) return undefined;
    const prefetched = this.#prefetched.get(field);
    if (prefetched === undefined) return undefined;
    this.#prefetched.delete(field);
    if (origin !== undefined) prefetched.origin?.resolvedAs(origin);
    return prefetched;
  }

  /** Whether a field is prefetched that was not claimed yet. */
  isPrefetched(field: object): boolean {
    return this.#prefetched?.has(field) ?? false;
  }

  /** The record, fetched if it is not at hand. Rejects with a GatewayError. */
  load(cache: RequestReads): Promise<RecordOf<E>> {
    if (this.record !== undefined) return Promise.resolve(this.record);
    this.isRequested = true;
    const loading = this.#fetch?.(cache) ?? (cache.record(this.entity, this.key) as Promise<RecordOf<E>>);
    return loading.then((record) => this.#arrived(record, cache));
  }

  #arrived(record: RecordOf<E>, cache: RequestReads): RecordOf<E> {
    if (!this.isCanonical) {
      const own = keyIn(this.entity, this.key, record);
      this.#key = { ...this.key, ...own };
      if (own !== undefined && this.#fetch === undefined) cache.add(this.entity, own, record);
    }
    this.record = record;
    this.source = readerOf(this.entity, this.key);
    return record;
  }

  #problemOfId(): string {
    const id: unknown = this.record && this.entity.idOf(this.record);
    if (id == null || id === '') return 'has no value';
    return typeof id === 'string' ? invalidId : wrongJsonType;
  }

  #keyOfRecord(): KeyOf<E> | undefined {
    return this.record && (keyIn(this.entity, this.#base, this.record) as KeyOf<E> | undefined);
  }
}

/** The last part of a key: the record's own id. */
export function lastOf(key: Key): string {
  let last = '';
  for (const name in key) last = key[name] as string;
  return last;
}

/** The endpoint that reads a record: records of one kind may have several paths. */
function readerOf(entity: Entity, key: Key): Endpoint | undefined {
  const reads = readsOf(entity);
  if (reads.length === 1) return reads[0];
  const { length } = Object.keys(key);
  return reads.find(({ pathParams }, index) => index > 0 && pathParams.length === length) ?? reads[0];
}
