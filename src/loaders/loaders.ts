import type { EntityName, KeyOf, RecordOf } from '../contract/keys.ts';
import type { Operation, PathOf, QueryOf, ResultOf } from '../contract/operation.ts';
import type { RestClient } from '../rest/client.ts';
import type { Reading } from '../rest/reading.ts';
import { urlOf, withPage } from '../rest/url.ts';
import type { Key } from './key-text.ts';
import { MetRecords } from './met-records.ts';
import { RecordLoader } from './record-loader.ts';

export interface LoaderOptions {
  /** False when the request selects no `git` field: content is then asked for without it. */
  metadata: boolean;
}

/** A GET that was asked for in this request. */
interface Asked {
  readonly operation: Operation;
  readonly path: Key;
  readonly query: Query | undefined;
  readonly reading: Reading;
  /** The answer to a call that was started ahead, for the field that it was started for. */
  ahead: Promise<unknown> | undefined;
}

/**
 * The loaders of one request. Every GET goes through them: asked twice, it is sent once. They die with the request, so
 * that nothing read with one token can reach another.
 */
export class Loaders {
  readonly #rest: RestClient;
  readonly #options: LoaderOptions;
  readonly #asked = new Map<string, Asked>();
  readonly #records = new Map<EntityName, RecordLoader>();
  /** First pages by the URL of their list, and what lists say of themselves. */
  readonly #firstPages = new Map<string, Asked>();
  readonly #envelopes = new Map<string, Promise<unknown>>();
  #met = new MetRecords(() => this.#takeAnswers());
  /** What was asked since the met records were last looked through. */
  #unmet: Asked[] = [];
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
    const url = withPage(list, token, limit);
    const answer = this.#read(operation, path as Key, asked, url, false);
    if (token === undefined) this.#firstPages.set(list, this.#asked.get(url) as Asked);
    return answer;
  }

  /** What a list says of itself, beside its items: with a first page that the request asks for anyway, or one of one item. */
  readEnvelope<O extends Operation>(operation: O, path: PathOf<O>, query: Query | undefined): Promise<ResultOf<O>> {
    const list = urlOf(operation, path as Key, this.#query(operation, query));
    let envelope = this.#envelopes.get(list);
    if (envelope === undefined) {
      // A field that is resolved in the same moment may be about to ask for a page.
      envelope = Promise.resolve().then(() => {
        const page = this.#firstPages.get(list);
        return page === undefined
          ? this.readPage(operation, path, query, undefined, 1)
          : (page.ahead ?? page.reading.read());
      });
      this.#envelopes.set(list, envelope);
    }
    return envelope as Promise<ResultOf<O>>;
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

  /**
   * The record with a key: one that a list of this request held, one of a list read for several of its siblings,
   * or one got singly. Rejects with NOT_FOUND where there is none. `within` is the path of the list that it stands in,
   * where its key does not tell.
   */
  record<Name extends EntityName>(name: Name, key: KeyOf<Name>, within?: Key): Promise<RecordOf<Name>> {
    let loader = this.#records.get(name);
    if (loader === undefined) {
      loader = new RecordLoader(name, this.read.bind(this), this.#met);
      this.#records.set(name, loader);
    }
    return loader.load(key as Key, within) as Promise<RecordOf<Name>>;
  }

  /** Forgets all answers: after a write, what was read before it may be wrong. */
  clear(): void {
    this.#asked.clear();
    this.#unmet = [];
    this.#records.clear();
    this.#firstPages.clear();
    this.#envelopes.clear();
    this.#met = new MetRecords(() => this.#takeAnswers());
  }

  /** Takes in a record that a write answered, so that it is not fetched again. */
  prime({ name, key, record }: Primed): void {
    if (record !== undefined) this.#met.add(name, key as Key, record as object);
  }

  #read<O extends Operation>(
    operation: O,
    path: Key,
    query: Query | undefined,
    url: string,
    batched: boolean,
  ): Promise<ResultOf<O>> {
    const known = this.#asked.get(url);
    if (known !== undefined) return answerOf(known) as Promise<ResultOf<O>>;
    const reading = this.#rest.read(operation, url, batched);
    const answer = reading.read() as Promise<ResultOf<O>>;
    const asked = { operation, path, query, reading, ahead: this.#isAhead ? answer : undefined };
    this.#asked.set(url, asked);
    this.#unmet.push(asked);
    return answer;
  }

  #query(operation: Operation, query: Query | undefined): Query | undefined {
    if (this.#options.metadata || !takesMetadata(operation)) return query;
    return { ...query, metadata: false };
  }

  /** Shows the met records what was answered since they were last looked through. */
  #takeAnswers(): void {
    if (this.#unmet.length === 0) return;
    const unmet = this.#unmet;
    this.#unmet = [];
    for (const asked of unmet) {
      const { operation, path, query, reading } = asked;
      if (reading.isUnderWay) this.#unmet.push(asked);
      else this.#met.meet(operation, path, query, () => reading.parse());
    }
  }
}

function answerOf(asked: Asked): Promise<unknown> {
  const { ahead, reading } = asked;
  // Once given to the field that it was started for, it need not be kept any longer.
  asked.ahead = undefined;
  return ahead ?? reading.read();
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
