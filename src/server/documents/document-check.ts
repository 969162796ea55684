import { type DocumentNode, GraphQLError, type ValidationRule } from 'graphql';
import { documentFacts, type Engine, GatewayError, validationOf } from '../../engine/engine.ts';

/** Most errors of a document that a client is told. */
const maxErrors = 20;

/** All that a client is told of a request that cannot be executed. */
export interface InvalidRequest {
  readonly errors: readonly GraphQLError[];
}

/** A document that cannot be executed, and all that the client is told of it. It adds their code to the errors. */
export class InvalidDocument implements InvalidRequest {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[], code: 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED') {
    // A copy of an error would count all lines of the document up to it once more.
    this.errors = errors.map((error) => Object.assign(error, { extensions: { ...error.extensions, code } }));
  }
}

/** Why a document is rejected: for a limit that it exceeds, or as it is invalid. */
export type DocumentRejection = GatewayError | InvalidDocument;

interface DocumentCheckOptions {
  engine: Engine;
  /** Applied in addition to those of the specification. */
  validationRules: readonly ValidationRule[];
}

/** Parses and validates the documents of requests, each once. */
export class DocumentCheck {
  readonly #options: DocumentCheckOptions;

  constructor(options: DocumentCheckOptions) {
    this.#options = options;
  }

  /** The document with this text, or why it is rejected, in small steps. */
  *steps(text: string): Generator<void, DocumentNode | DocumentRejection, void> {
    const { engine, validationRules } = this.#options;
    const document = yield* this.#parsed(text);
    if (document instanceof GatewayError || document instanceof InvalidDocument) return document;
    yield;
    const errors = yield* validationOf(engine.schema, document, validationRules, maxErrors);
    if (errors.length > 0) return new InvalidDocument(errors, 'GRAPHQL_VALIDATION_FAILED');
    yield;
    // The facts of a large document take as long as a step of its check: they are found here, and kept.
    documentFacts(document);
    return document;
  }

  *#parsed(text: string): Generator<void, DocumentNode | DocumentRejection, void> {
    try {
      return yield* this.#options.engine.parseInSteps(text);
    } catch (error) {
      if (error instanceof GatewayError) return error;
      if (error instanceof GraphQLError) return new InvalidDocument([error], 'GRAPHQL_PARSE_FAILED');
      throw error;
    }
  }
}
