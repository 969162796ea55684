import type { GraphQLFormattedError } from 'graphql';
import { codeOf } from '../graphql/apollo-response.ts';

/** Codes of errors whose cause is the gateway or the REST service. Those of all others are the client's request. */
const faults: ReadonlySet<string> = new Set([
  'INTERNAL_SERVER_ERROR',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_ERROR',
  'BAD_UPSTREAM_RESPONSE',
  'UPSTREAM_CONTRACT',
  'WRITE_OUTCOME_UNKNOWN',
]);

/** The code of the first error that is a fault of the gateway or of the REST service; undefined where there is none. */
export function faultIn(errors: readonly GraphQLFormattedError[] | undefined): string | undefined {
  return errors?.map(codeOf).find((code) => faults.has(code));
}
