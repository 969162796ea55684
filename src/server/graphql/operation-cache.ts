import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import { GatewayError } from '../../engine/http/errors.ts';
import { compileOperation } from '../../engine/operation/compile.ts';
import type { CompiledOperation } from '../../engine/operation/compiled-operation.ts';
import type { OperationLimits } from '../../engine/operation/default-limits.ts';
import { documentFacts, type Variables } from '../../engine/operation/document-facts.ts';
import { parseWithinLimits } from '../../engine/operation/document-limits.ts';
import { LruCache } from './lru-cache.ts';
import { isValidDocument } from './validation.ts';

/** Limits for one operation: variants, one for each outcome of its conditions, and compiled fields of all of them. */
const maxVariants = 16;
const maxVariantFields = 20_000;

let count = 0;

interface OperationCacheOptions {
  schema: GraphQLSchema;
  limits: OperationLimits;
  /** Applied in addition to those of the specification. */
  validationRules: readonly ValidationRule[];
}

/** An operation of a valid document, with what it was compiled to. */
export class ExecutableOperation {
  /** Unique in this process. */
  readonly number = count++;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly #schema: GraphQLSchema;
  readonly #maxFields: number;
  readonly #variants = new Map<string, CompiledOperation>();

  constructor({ schema, limits }: OperationCacheOptions, document: DocumentNode, operation: OperationDefinitionNode) {
    this.#schema = schema;
    this.#maxFields = limits.maxFields;
    this.document = document;
    this.operation = operation;
  }

  /** The operation compiled for the values of its `@skip` and `@include` conditions. */
  compiledFor(variables: Variables): CompiledOperation {
    const conditions: Record<string, unknown> = {};
    let name = '';
    for (const variable of documentFacts(this.document).conditionVariables) {
      conditions[variable] = variables[variable];
      name += ` ${variables[variable]}`;
    }
    let compiled = this.#variants.get(name);
    if (compiled === undefined) {
      if (this.#variants.size >= maxVariants || this.weight > maxVariantFields) this.#variants.clear();
      compiled = compileOperation(this.#schema, this.document, this.operation, conditions, this.#maxFields);
      this.#variants.set(name, compiled);
    }
    return compiled;
  }

  /** The number of compiled fields so far. */
  get weight(): number {
    let fields = 0;
    for (const { fieldCount } of this.#variants.values()) fields += fieldCount;
    return fields;
  }
}

/** A valid document, and those of its operations that were requested. */
class CachedDocument {
  readonly #options: OperationCacheOptions;
  readonly #document: DocumentNode;
  readonly #operations = new Map<string | undefined, ExecutableOperation>();

  constructor(options: OperationCacheOptions, document: DocumentNode) {
    this.#options = options;
    this.#document = document;
  }

  operation(name: string | undefined): ExecutableOperation | undefined {
    let executable = this.#operations.get(name);
    if (executable === undefined) {
      const operation = getOperationAST(this.#document, name);
      // Validation accepts a subscription, though the schema has none.
      if (operation == null || this.#options.schema.getRootType(operation.operation) == null) return undefined;
      executable = new ExecutableOperation(this.#options, this.#document, operation);
      this.#operations.set(name, executable);
    }
    return executable;
  }

  get weight(): number {
    let fields = 0;
    for (const operation of this.#operations.values()) fields += operation.weight;
    return fields;
  }
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
  /**
   * A parsed document takes some hundred times the memory of its text. What it is compiled to does not depend on the length
   * of the text, as fragments may be spread in many places: some 500 bytes for each field.
   */
  readonly #documents = new LruCache<CachedDocument>({
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

  /** Reports that cached operations were compiled to so many more fields. */
  grow(fields: number): void {
    if (fields > 0) this.#documents.grow(fields);
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
      cached = new CachedDocument(this.#options, document);
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
