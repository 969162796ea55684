import type { DocumentNode } from 'graphql';
import type { Engine } from '../../engine/engine.ts';
import {
  ExecutableDocument,
  type ExecutableDocumentOptions,
  type ExecutableOperation,
} from '../documents/executable-document.ts';
import { LruCache } from '../runtime/lru-cache.ts';

/** Characters of the texts in the cache for each compiled field that it may hold. */
const charactersPerField = 5;

/** Which operation of which document a request names: by the document's text, by its registered hash, or by both. */
export interface OperationKey {
  query: string | undefined;
  hash: string | undefined;
  operationName: string | undefined;
}

/** The operations that were requested recently, by their text, with what they were compiled to. */
export class OperationCache {
  readonly #executableOptions: ExecutableDocumentOptions;
  /**
   * A parsed document takes some hundred times the memory of its text. What it is compiled to does not depend on the length
   * of the text, as fragments may be spread in many places: some 500 bytes for each field.
   */
  readonly #documents: LruCache<ExecutableDocument>;
  /** The texts of persisted queries, by their SHA-256. Apollo has checked each pair. */
  readonly #texts = new LruCache<string>({
    entries: 1000,
    characters: 65_536,
    weight: 262_144,
    weightOf: ({ length }) => length,
  });

  /** `maxFields`: most compiled fields in each of its two generations. */
  constructor(engine: Engine, maxFields: number) {
    this.#documents = new LruCache({
      entries: 1000,
      characters: maxFields * charactersPerField,
      weight: maxFields,
      weightOf: ({ weight }) => weight,
    });
    this.#executableOptions = { engine, onGrowth: (fields) => this.#documents.grow(fields) };
  }

  /**
   * The cached operation; undefined where the document is not cached, has no such operation, or where text and hash are
   * not a pair that Apollo has registered.
   */
  find({ query, hash, operationName }: OperationKey): ExecutableOperation | undefined {
    const text = hash === undefined ? query : this.#texts.get(hash);
    if (text === undefined || (query !== undefined && query !== text)) return undefined;
    return this.#documents.get(text)?.operation(operationName);
  }

  /** Adds a valid document, and gives its operation of that name, if it can be executed. `hash` is that of a persisted query. */
  add(
    text: string,
    document: DocumentNode,
    operationName: string | undefined,
    hash: string | undefined,
  ): ExecutableOperation | undefined {
    let cached = this.#documents.get(text);
    if (cached === undefined) {
      cached = new ExecutableDocument(this.#executableOptions, text, document);
      this.#documents.set(text, cached);
    }
    if (hash !== undefined && this.#texts.get(hash) === undefined) this.#texts.set(hash, text);
    return cached.operation(operationName);
  }
}
