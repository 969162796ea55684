import type { GraphQLFormattedError } from 'graphql';

/** The result of an operation, formatted for the client. Requests that share an execution share it. */
export class OperationResult {
  readonly data: Record<string, unknown> | null;
  readonly errors: readonly GraphQLFormattedError[] | undefined;
  #text: string | undefined;

  constructor(data: Record<string, unknown> | null, errors: readonly GraphQLFormattedError[] | undefined) {
    this.data = data;
    this.errors = errors;
  }

  /** The body of the response, serialized once: byte for byte as Apollo writes it, with a line end. */
  get text(): string {
    this.#text ??= `${JSON.stringify({ errors: this.errors, data: this.data })}\n`;
    return this.#text;
  }
}
