import type { DocumentNode, GraphQLSchema, ValidationRule } from 'graphql';
import { GatewayError } from '../../engine/http/errors.ts';
import type { OperationLimits } from '../../engine/operation/default-limits.ts';
import { parseWithinLimits } from '../../engine/operation/document-limits.ts';
import { ExecutableDocument, type ExecutableDocumentOptions, type ExecutableOperation } from './executable-document.ts';
import { LruCache } from './lru-cache.ts';
import { isValidDocument } from './validation.ts';

interface OperationCacheOptions {
  schema: GraphQLSchema;
  limits: OperationLimits;
  /** Applied in addition to those of the specification. */
  validationRules: readonly ValidationRule[];
}

/** Which operation of which document a request names: by the document's text, by its registered hash, or by both. */
export interface OperationKey {
  query: string | undefined;
  hash: string | undefined;
  operationName: string | undefined;
}

/** The operations that were requested recently, by their text, with what they were compiled to. */
export class OperationCache {
  readonly #options: OperationCacheOptions;
  readonly #executableOptions: ExecutableDocumentOptions;
  /**
   * A parsed document takes some hundred times the memory of its text. What it is compiled to does not depend on the length
   * of the text, as fragments may be spread in many places: some 500 bytes for each field.
   */
  readonly #documents = new LruCache<ExecutableDocument>({
    entries: 1000,
    characters: 262_144,
    weight: 50_000,
    weightOf: ({ weight }) => weight,
  });
  /** The texts of persisted queries, by their SHA-256. Apollo has checked each pair. */
  readonly #texts = new LruCache<string>({
    entries: 1000,
    characters: 65_536,
    weight: 262_144,
    weightOf: ({ length }) => length,
  });

  constructor(options: OperationCacheOptions) {
    this.#options = options;
    this.#executableOptions = { ...options, onGrowth: (fields) => this.#documents.grow(fields) };
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

  /**
   * Parses and validates a document that is not cached; undefined where it is invalid, which only Apollo can answer. Throws
   * a GatewayError for a document that exceeds a limit.
   */
  load({ query, hash, operationName }: OperationKey): ExecutableOperation | undefined {
    // Apollo registers the hash of a persisted query.
    if (query === undefined || hash !== undefined || this.#documents.get(query) !== undefined) return undefined;
    const { schema, limits, validationRules } = this.#options;
    const document = parsed(query, limits);
    if (document === undefined || !isValidDocument(schema, document, validationRules)) return undefined;
    return this.add(query, document, operationName, undefined);
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

function parsed(text: string, limits: OperationLimits): DocumentNode | undefined {
  try {
    return parseWithinLimits(text, limits);
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    return undefined;
  }
}
