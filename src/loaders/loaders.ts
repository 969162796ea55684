import DataLoader from 'dataloader';
import type { EntityName, KeyOf, RecordOf } from '../contract/keys.ts';
import type { Operation, PathOf, QueryOf, ResultOf } from '../contract/operation.ts';
import type { RestClient } from '../rest/client.ts';
import { urlOf } from '../rest/url.ts';
import { MetRecords } from './met-records.ts';
import type { Pending } from './pending.ts';
import { RecordLoader } from './record-loader.ts';

export interface LoaderOptions {
  /** False when the request selects no `git` field: content is then asked for without it. */
  metadata: boolean;
}

/**
 * The loaders of one request. Every GET goes through them: asked twice, it is sent once. They die with the request, so
 * that nothing read with one token can reach another.
 */
export class Loaders {
  readonly #rest: RestClient;
  readonly #options: LoaderOptions;
  readonly #calls = new Map<Operation, DataLoader<string, Pending>>();
  readonly #records = new Map<EntityName, RecordLoader>();
  #met = new MetRecords();
  readonly #batched = new Set<string>();

  constructor(rest: RestClient, options: LoaderOptions) {
    this.#rest = rest;
    this.#options = options;
  }

  /** The answer to a GET. `batched` marks a list that stands for several look-ups. Rejects with a GatewayError. */
  read<O extends Operation>(
    operation: O,
    { path, query }: { path: PathOf<O>; query?: QueryOf<O> },
    batched = false,
  ): Promise<ResultOf<O>> {
    const params = path as Record<string, string>;
    const asked = this.#query(operation, query as Query | undefined);
    let url: string;
    try {
      url = urlOf(operation, params, asked);
    } catch (error) {
      return Promise.reject(error);
    }
    if (batched) this.#batched.add(url);
    // An answer that comes late, when a write has made it old, is not noted among those that came after.
    const met = this.#met;
    return this.#loader(operation)
      .load(url)
      .then(({ answer }) => answer)
      .then((answer) => {
        met.meet(operation, params, asked, answer);
        return answer as ResultOf<O>;
      });
  }

  /**
   * The record with a key: one that a list of this request held, one of a list read for several of its siblings,
   * or one got singly. Rejects with NOT_FOUND where there is none.
   */
  record<Name extends EntityName>(name: Name, key: KeyOf<Name>): Promise<RecordOf<Name>> {
    let loader = this.#records.get(name);
    if (loader === undefined) {
      loader = new RecordLoader(name, this.read.bind(this), this.#met);
      this.#records.set(name, loader);
    }
    return loader.load(key as Record<string, string>) as Promise<RecordOf<Name>>;
  }

  /** Forgets all answers: after a write, what was read before it may be wrong. */
  clear(): void {
    this.#calls.clear();
    this.#records.clear();
    this.#batched.clear();
    this.#met = new MetRecords();
  }

  /** Takes in a record that a write answered, so that it is not fetched again. */
  prime({ name, key, record }: Primed): void {
    if (record !== undefined) this.#met.add(name, key as Readonly<Record<string, string>>, record as object);
  }

  #query(operation: Operation, query: Query | undefined): Query | undefined {
    if (this.#options.metadata || !takesMetadata(operation)) return query;
    return { ...query, metadata: false };
  }

  #loader(operation: Operation): DataLoader<string, Pending> {
    let loader = this.#calls.get(operation);
    if (loader === undefined) {
      loader = new DataLoader((urls) => Promise.resolve(urls.map((url) => this.#send(operation, url))));
      this.#calls.set(operation, loader);
    }
    return loader;
  }

  #send(operation: Operation, url: string): Pending {
    const answer = this.#rest.send(operation, url, undefined, this.#batched.has(url));
    // Who asked handles the failure; here it must only not count as unhandled.
    answer.catch(() => {});
    return { answer };
  }
}

/** A record with its key. */
interface Primed {
  name: EntityName;
  key: unknown;
  record: unknown;
}

type Query = Readonly<Record<string, unknown>>;

const metadataOperations = new WeakMap<Operation, boolean>();

function takesMetadata(operation: Operation): boolean {
  let takes = metadataOperations.get(operation);
  if (takes === undefined) {
    takes = 'metadata' in ((operation.query as { shape?: object }).shape ?? {});
    metadataOperations.set(operation, takes);
  }
  return takes;
}
