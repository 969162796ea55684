import type { GraphQLFormattedError } from 'graphql';

/** What clients are shown of an error, which Apollo or graphql has formatted. */
export type FormatError = (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError;

/** `extensions.code` of an error; `UNKNOWN` where it has none. */
export function codeOf({ extensions }: GraphQLFormattedError): string {
  return String(extensions?.code ?? 'UNKNOWN');
}

/** An error with a code: one that has none is a fault of the gateway. */
export function withCode(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const code = formatted.extensions?.code ?? 'INTERNAL_SERVER_ERROR';
  return { ...formatted, extensions: { ...formatted.extensions, code } };
}
