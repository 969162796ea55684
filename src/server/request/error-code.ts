import type { GraphQLFormattedError } from 'graphql';

/** What clients are shown of an error, which Apollo or graphql has formatted. */
export type FormatError = (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError;

/** `extensions.code` of an error; `UNKNOWN` where it has none. */
export function codeOf({ extensions }: GraphQLFormattedError): string {
  return String(extensions?.code ?? 'UNKNOWN');
}
