import type { GraphQLFormattedError } from 'graphql';

/** What an execution gave, formatted for the client. All who share the execution share it. */
export class Outcome {
  readonly data: Record<string, unknown> | null;
  readonly errors: readonly GraphQLFormattedError[] | undefined;
  #text: string | undefined;

  constructor(data: Record<string, unknown> | null, errors: readonly GraphQLFormattedError[] | undefined) {
    this.data = data;
    this.errors = errors;
  }

  /** The body of the response, written once for all: as Apollo writes it, which ends it with a new line. */
  get text(): string {
    this.#text ??= `${JSON.stringify({ errors: this.errors, data: this.data })}\n`;
    return this.#text;
  }
}
