import { type DocumentNode, type GraphQLSchema, getOperationAST, type OperationDefinitionNode } from 'graphql';
import { compileOperation } from '../../engine/operation/compile.ts';
import type { CompiledOperation } from '../../engine/operation/compiled-operation.ts';
import { documentFacts, type Variables } from '../../engine/operation/document-facts.ts';
import { Recent } from './lru-cache.ts';

/** Most ways, by the outcome of conditions, that one operation is kept compiled in, and most fields of all of them. */
const mostVariants = 16;
const mostVariantFields = 20_000;

let count = 0;

/** An operation of a valid document, and what it was compiled to. */
export class KnownOperation {
  /** No other operation of this process has it. */
  readonly number = count++;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly #schema: GraphQLSchema;
  readonly #variants = new Map<string, CompiledOperation>();

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    this.#schema = schema;
    this.document = document;
    this.operation = operation;
  }

  compiledFor(variables: Variables): CompiledOperation {
    const conditions: Record<string, unknown> = {};
    let name = '';
    for (const variable of documentFacts(this.document).conditionVariables) {
      conditions[variable] = variables[variable];
      name += ` ${variables[variable]}`;
    }
    let compiled = this.#variants.get(name);
    if (compiled === undefined) {
      if (this.#variants.size >= mostVariants || this.weight > mostVariantFields) this.#variants.clear();
      compiled = compileOperation(this.#schema, this.document, this.operation, conditions);
      this.#variants.set(name, compiled);
    }
    return compiled;
  }

  /** How many fields it was compiled to so far. */
  get weight(): number {
    let fields = 0;
    for (const { fieldCount } of this.#variants.values()) fields += fieldCount;
    return fields;
  }
}

/** A valid document, and those of its operations that were asked for. */
class KnownDocument {
  readonly #schema: GraphQLSchema;
  readonly #document: DocumentNode;
  readonly #operations = new Map<string | undefined, KnownOperation>();

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.#schema = schema;
    this.#document = document;
  }

  operation(name: string | undefined): KnownOperation | undefined {
    let known = this.#operations.get(name);
    if (known === undefined) {
      const operation = getOperationAST(this.#document, name);
      if (operation == null) return undefined;
      known = new KnownOperation(this.#schema, this.#document, operation);
      this.#operations.set(name, known);
    }
    return known;
  }

  get weight(): number {
    let fields = 0;
    for (const operation of this.#operations.values()) fields += operation.weight;
    return fields;
  }
}

/** The operations that were asked for lately, by their text, with what they were compiled to. */
export class KnownOperations {
  readonly #schema: GraphQLSchema;
  /**
   * A parsed document takes some hundred times the memory of its text. What it is compiled to does not depend on the length
   * of the text, as fragments may be spread in many places: some 500 bytes for each field.
   */
  readonly #documents = new Recent<KnownDocument>({
    entries: 1000,
    characters: 262_144,
    weight: 50_000,
    weightOf: ({ weight }) => weight,
  });

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** The operation of that name; undefined where the text is not known, or has no such operation. */
  find(text: string, operationName: string | undefined): KnownOperation | undefined {
    return this.#documents.get(text)?.operation(operationName);
  }

  /** Operations that are kept were compiled to so many more fields. */
  grow(fields: number): void {
    if (fields > 0) this.#documents.grow(fields);
  }

  /** The same, of a text that was found valid: from now on it is known. */
  learn(text: string, document: DocumentNode, operationName: string | undefined): KnownOperation | undefined {
    let known = this.#documents.get(text);
    if (known === undefined) {
      known = new KnownDocument(this.#schema, document);
      this.#documents.set(text, known);
    }
    return known.operation(operationName);
  }
}
