import type { DocumentNode, FormattedExecutionResult } from 'graphql';

/** An operation as clients know it, such as `Operation` of an Apollo link. */
export interface ClientOperation {
  readonly query: DocumentNode;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** The data and the errors of a response. */
export type ClientResult<Data = unknown> = Pick<FormattedExecutionResult, 'errors'> & { readonly data?: Data | null };
