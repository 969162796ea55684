import type { GraphQLFormattedError } from 'graphql';
import type { Cancellation, Credentials } from '../../engine/engine.ts';
import type { PreparedOperation } from '../graphql/prepared-operation.ts';
import type { ComparableResult, ErrorPlace } from './compare-results.ts';

/** A query that a client has got a result for. */
export interface ShadowQuery {
  readonly prepared: PreparedOperation;
  readonly credentials: Credentials;
  readonly requestId: string;
}

export interface ShadowTarget {
  /** What the log calls it. */
  readonly name: string;
  /** Rejects where there is no result, such as after the cancellation. */
  execute(query: ShadowQuery, cancellation: Cancellation): Promise<ComparableResult>;
  close(): Promise<void>;
}

export function errorPlaces(errors: readonly GraphQLFormattedError[] = []): ErrorPlace[] {
  return errors.map(({ path = [], extensions }) => ({ path, code: String(extensions?.code ?? '') }));
}
