import type { DocumentNode, FormattedExecutionResult } from 'graphql';
import type { knownValues } from '../generated/client.ts';

/** An operation as clients know it, such as `Operation` of an Apollo link. */
export interface ClientOperation {
  readonly query: DocumentNode;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** The data and the errors of a response. */
export type ClientResult<Data = unknown> = Pick<FormattedExecutionResult, 'errors'> & { readonly data?: Data | null };

/** Strings by their place in the schema, such as `KnownValues['ChangeRequest.status']`: editors complete the values that are known. */
export type KnownValues = {
  readonly [Place in keyof typeof knownValues]: (typeof knownValues)[Place][number] | (string & {});
};
