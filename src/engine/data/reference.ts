import { type EntityName, type KeyOf, type RecordOf, readsOf } from '../contract/entity.ts';
import { type Operation, pathParams } from '../contract/operation.ts';
import { contractBroken } from '../http/errors.ts';
import { keyIn } from './record-cache.ts';
import type { Loaders } from './request-cache.ts';

/**
 * A record by its key, fetched only when a field is selected that the key does not hold. A record met in a list comes
 * with it, and its key is then read from the record when it is first needed.
 */
export class Reference<Name extends EntityName = EntityName> {
  readonly name: Name;
  /** The record, once it is known. */
  record: RecordOf<Name> | undefined;
  /** The operation whose answer held the record; errors name it. */
  source: Operation | undefined;
  /** Whether the record is at hand, or has been asked for. */
  isAskedFor: boolean;
  #key: KeyOf<Name> | undefined;
  readonly #base: Readonly<Record<string, string>> | undefined;
  #fetch: ((loaders: Loaders) => Promise<RecordOf<Name>>) | undefined;

  private constructor(
    name: Name,
    key: KeyOf<Name> | undefined,
    base: Readonly<Record<string, string>> | undefined,
    record: RecordOf<Name> | undefined,
    source: Operation | undefined,
  ) {
    this.name = name;
    this.#key = key;
    this.#base = base;
    this.record = record;
    this.source = source;
    this.isAskedFor = record !== undefined;
  }

  /** A record known by its key alone. `fetch` gets it in another form than its plain GET does. */
  static to<Name extends EntityName>(
    name: Name,
    key: KeyOf<Name>,
    fetch?: (loaders: Loaders) => Promise<RecordOf<Name>>,
  ): Reference<Name> {
    const reference = new Reference<Name>(name, key, undefined, undefined, undefined);
    reference.#fetch = fetch;
    return reference;
  }

  /** A record at hand, which came from `source` below the path `base`. */
  static of<Name extends EntityName>(
    name: Name,
    base: Readonly<Record<string, string>>,
    record: RecordOf<Name>,
    source: Operation | undefined,
  ): Reference<Name> {
    return new Reference<Name>(name, undefined, base, record, source);
  }

  /** The parts of the record's path. Throws UPSTREAM_CONTRACT where the record came without its id. */
  get key(): KeyOf<Name> {
    if (this.#key === undefined) {
      const key = keyIn(this.name, this.#base ?? {}, this.record as object);
      if (key === undefined) throw contractBroken(this.source, 'id', 'has no value');
      this.#key = key as KeyOf<Name>;
    }
    return this.#key;
  }

  /** Whether the key is known: not where a record came without its id. */
  get hasKey(): boolean {
    return this.#key !== undefined || keyIn(this.name, this.#base ?? {}, this.record as object) !== undefined;
  }

  /** Whether the key holds the record's own id. A change request may be asked for by its number instead. */
  get isCanonical(): boolean {
    return this.record !== undefined || this.name !== 'ChangeRequest' || !/^\d+$/.test(this.#lastKey);
  }

  get #lastKey(): string {
    return Object.values<string>(this.key).at(-1) ?? '';
  }

  /** The record, fetched if it is not at hand. */
  load(loaders: Loaders): Promise<RecordOf<Name>> {
    if (this.record !== undefined) return Promise.resolve(this.record);
    this.isAskedFor = true;
    const loading = this.#fetch?.(loaders) ?? loaders.record(this.name, this.key);
    return loading.then((record) => {
      if (!this.isCanonical) this.#key = { ...this.key, ...keyIn(this.name, this.key, record as object) };
      this.record = record;
      this.source = readerOf(this.name, this.key);
      return record;
    });
  }
}

/** The operation that reads a record: a page stands in a space's content or in a change request's. */
function readerOf(name: EntityName, key: object): Operation | undefined {
  const [first, ...others] = readsOf(name);
  const length = Object.keys(key).length;
  return others.find(({ path }) => pathParams(path).length === length) ?? first;
}
