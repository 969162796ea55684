import type { DocumentNode } from 'graphql';
import type { Engine } from '../../engine/engine.ts';
import { ExecutableDocument, type ExecutableOperation } from '../documents/executable-document.ts';
import { LruCache } from '../runtime/lru-cache.ts';

/** Characters of the texts in the cache for each compiled field that it may hold. */
const charactersPerField = 5;

/** How much smaller the cache of documents is that the service has not answered yet. */
const unconfirmedPart = 2;

/** Which operation of which document a request names: by the document's text, by its registered hash, or by both. */
export interface OperationKey {
  query: string | undefined;
  hash: string | undefined;
  operationName: string | undefined;
}

/**
 * The operations that were requested recently, by their text, with what they were compiled to. Those that the REST service has answered
 * without an error have a cache of their own: anyone can send others, as many as evict all that are in a cache.
 */
export class OperationCache {
  readonly #engine: Engine;
  readonly #confirmed: LruCache<ExecutableDocument>;
  readonly #others: LruCache<ExecutableDocument>;
  /** The texts of persisted queries, by their SHA-256. Apollo has checked each pair. */
  readonly #texts = new LruCache<string>({
    entries: 1000,
    characters: 65_536,
    weight: 262_144,
    weightOf: ({ length }) => length,
  });

  /** `maxFields`: most compiled fields of confirmed documents in each of their two generations. */
  constructor(engine: Engine, maxFields: number) {
    this.#engine = engine;
    this.#confirmed = documentCache(maxFields);
    this.#others = documentCache(maxFields / unconfirmedPart);
  }

  /**
   * The cached operation; undefined where the document is not cached, has no such operation, or where text and hash are
   * not a pair that Apollo has registered.
   */
  find({ query, hash, operationName }: OperationKey): ExecutableOperation | undefined {
    const text = hash === undefined ? query : this.#texts.get(hash);
    if (text === undefined || (query !== undefined && query !== text)) return undefined;
    return this.#find(text)?.operation(operationName);
  }

  /** Adds a valid document, and gives its operation of that name, if it can be executed. `hash` is that of a persisted query. */
  add(
    text: string,
    document: DocumentNode,
    operationName: string | undefined,
    hash: string | undefined,
  ): ExecutableOperation | undefined {
    let cached = this.#find(text);
    if (cached === undefined) {
      cached = this.#executable(text, document);
      this.#others.set(text, cached);
    }
    if (hash !== undefined && this.#texts.get(hash) === undefined) this.#texts.set(hash, text);
    return cached.operation(operationName);
  }

  /** The REST service has answered an operation without an error, whose document is not a trusted one. */
  confirm({ text, document }: ExecutableOperation): void {
    if (this.#confirmed.get(text) !== undefined) return;
    this.#confirmed.set(text, this.#others.get(text) ?? this.#executable(text, document));
    // What is compiled from then on counts for the confirmed ones alone.
    this.#others.delete(text);
  }

  #find(text: string): ExecutableDocument | undefined {
    return this.#confirmed.get(text) ?? this.#others.get(text);
  }

  #executable(text: string, document: DocumentNode): ExecutableDocument {
    const onGrowth = (fields: number) => {
      const cache = this.#confirmed.get(text) === undefined ? this.#others : this.#confirmed;
      cache.grow(fields);
    };
    return new ExecutableDocument({ engine: this.#engine, onGrowth }, text, document);
  }
}

/**
 * A parsed document takes up to a hundred times the memory of its text. What it is compiled to does not depend on the length
 * of the text, as fragments may be spread in many places: some 500 bytes for each field.
 */
function documentCache(maxFields: number): LruCache<ExecutableDocument> {
  return new LruCache({
    entries: 1000,
    characters: maxFields * charactersPerField,
    weight: maxFields,
    weightOf: ({ weight }) => weight,
  });
}
