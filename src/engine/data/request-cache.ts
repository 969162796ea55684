import type { EntityName, KeyOf, RecordOf } from '../contract/entity.ts';
import type { Operation, PathOf, QueryOf, ResultOf } from '../contract/operation.ts';
import type { RestClient } from '../http/client.ts';
import { urlOf, withPage } from '../http/url.ts';
import type { Key } from './cache-key.ts';
import type { Asked } from './cached-read.ts';
import { Envelopes } from './list-envelopes.ts';
import { MetRecords } from './record-cache.ts';
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
  readonly #asked = new Map<string, Asked>();
  /** The same, in its order. */
  #log: Asked[] = [];
  // Most requests need only some of these.
  #records: Map<EntityName, RecordLoader> | undefined;
  #met: MetRecords | undefined;
  #envelopes: Envelopes | undefined;
  /** Answers that were started ahead, and not asked for since. */
  #untaken: Set<Promise<unknown>> | undefined;
  #isAhead = false;

  constructor(rest: RestClient, options: LoaderOptions) {
    this.#rest = rest;
    this.#options = options;
  }

  /** The answer to a GET. `batched` marks a list that stands for several look-ups. Throws or rejects with a GatewayError. */
  read<O extends Operation>(
    operation: O,
    { path, query }: { path: PathOf<O>; query?: QueryOf<O> },
    batched = false,
  ): Promise<ResultOf<O>> {
    const asked = this.#query(operation, query as Query | undefined);
    return this.#read(operation, path as Key, asked, urlOf(operation, path as Key, asked), batched);
  }

  /** A page of a paged list: the first one, or the one that `token` names. */
  readPage<O extends Operation>(
    operation: O,
    path: PathOf<O>,
    query: Query | undefined,
    token: string | undefined,
    limit: number,
  ): Promise<ResultOf<O>> {
    const asked = this.#query(operation, query);
    const list = urlOf(operation, path as Key, asked);
    const firstOf = token === undefined ? list : undefined;
    return this.#read(operation, path as Key, asked, withPage(list, token, limit), false, firstOf);
  }

  /** What a list says of itself, beside its items: with a first page that the request asks for anyway, or one of one item. */
  readEnvelope<O extends Operation>(operation: O, path: PathOf<O>, query: Query | undefined): Promise<ResultOf<O>> {
    const list = urlOf(operation, path as Key, this.#query(operation, query));
    this.#envelopes ??= new Envelopes(this.#log);
    const ask = () => this.readPage(operation, path, query, undefined, 1);
    return this.#envelopes.read(list, ask) as Promise<ResultOf<O>>;
  }

  /** Whether calls are being started whose answers are asked for again soon. */
  get isAhead(): boolean {
    return this.#isAhead;
  }

  /** Lets calls start whose answers are asked for again soon: they are kept until then. */
  ahead<Result>(start: () => Result): Result {
    const wasAhead = this.#isAhead;
    this.#isAhead = true;
    try {
      return start();
    } finally {
      this.#isAhead = wasAhead;
    }
  }

  /** Whether an answer that was started ahead still waits for the field that it was started for. */
  isUntaken(answer: Promise<unknown>): boolean {
    return this.#untaken?.has(answer) ?? false;
  }

  /**
   * The record with a key: one that a list of this request held, one of a list read for several of its siblings,
   * or one got singly. Rejects with NOT_FOUND where there is none. `within` is the path of the list that it stands in,
   * where its key does not tell.
   */
  record<Name extends EntityName>(name: Name, key: KeyOf<Name>, within?: Key): Promise<RecordOf<Name>> {
    this.#records ??= new Map();
    let loader = this.#records.get(name);
    if (loader === undefined) {
      loader = new RecordLoader(name, this.read.bind(this), this.#metRecords);
      this.#records.set(name, loader);
    }
    return loader.load(key as Key, within) as Promise<RecordOf<Name>>;
  }

  /** Forgets all answers: after a write, what was read before it may be wrong. */
  clear(): void {
    this.#asked.clear();
    this.#log = [];
    this.#records = undefined;
    this.#met = undefined;
    this.#envelopes = undefined;
    this.#untaken = undefined;
  }

  /** Takes in a record that a write answered, so that it is not fetched again. */
  prime({ name, key, record }: Primed): void {
    if (record !== undefined) this.#metRecords.add(name, key as Key, record as object);
  }

  get #metRecords(): MetRecords {
    this.#met ??= new MetRecords(this.#log);
    return this.#met;
  }

  #read<O extends Operation>(
    operation: O,
    path: Key,
    query: Query | undefined,
    url: string,
    batched: boolean,
    firstOf?: string,
  ): Promise<ResultOf<O>> {
    const known = this.#asked.get(url);
    if (known !== undefined) return this.#again(known) as Promise<ResultOf<O>>;
    const reading = this.#rest.read(operation, url, batched);
    const answer = reading.read() as Promise<ResultOf<O>>;
    const asked = { operation, path, query, firstOf, reading, ahead: this.#isAhead ? answer : undefined };
    if (this.#isAhead) {
      this.#untaken ??= new Set();
      this.#untaken.add(answer);
    }
    this.#asked.set(url, asked);
    this.#log.push(asked);
    return answer;
  }

  #again(asked: Asked): Promise<unknown> {
    const { ahead, reading } = asked;
    if (ahead === undefined) return reading.read();
    // Another call that starts ahead leaves the answer to the field.
    if (this.#isAhead) return ahead;
    asked.ahead = undefined;
    this.#untaken?.delete(ahead);
    return ahead;
  }

  #query(operation: Operation, query: Query | undefined): Query | undefined {
    if (this.#options.metadata || !takesMetadata(operation)) return query;
    return { ...query, metadata: false };
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
