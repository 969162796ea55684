import type { DocumentNode, GraphQLFormattedError } from 'graphql';
import type { knownValues } from '../generated/client.ts';

/** An operation as clients know it, such as `Operation` of an Apollo link. */
export interface ClientOperation {
  readonly query: DocumentNode;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** The data and the errors of a response. Both may be null, as the JSON of some services has them. */
export interface ClientResult<Data = unknown> {
  readonly data?: Data | null;
  readonly errors?: readonly GraphQLFormattedError[] | null | undefined;
}

/** Strings by their place in the schema, such as `KnownValues['ChangeRequest.status']`: editors complete the values that are known. */
export type KnownValues = {
  readonly [Place in keyof typeof knownValues]: (typeof knownValues)[Place][number] | (string & {});
};
