import type { GraphQLFormattedError } from 'graphql';

/** The error of a field that is null because it failed. */
export class FieldError extends Error {
  /** A code of the gateway, such as `FORBIDDEN` or `UPSTREAM_TIMEOUT`; `UNKNOWN` without one. */
  readonly code: string;
  /** Path of the field in its response. */
  readonly path: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor({ message, path, extensions }: GraphQLFormattedError) {
    super(message);
    this.name = 'FieldError';
    this.code = typeof extensions?.code === 'string' ? extensions.code : 'UNKNOWN';
    this.path = path ?? [];
    this.extensions = extensions ?? {};
  }
}

export function throwFieldError(error: GraphQLFormattedError): never {
  throw new FieldError(error);
}
