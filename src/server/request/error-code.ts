import type { GraphQLFormattedError } from 'graphql';

/** `extensions.code` of an error; `UNKNOWN` where it has none. */
export function codeOf({ extensions }: GraphQLFormattedError): string {
  return String(extensions?.code ?? 'UNKNOWN');
}
