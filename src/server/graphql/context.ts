import type { GraphQLFormattedError, OperationDefinitionNode } from 'graphql';
import type { Caller } from '../../engine/http/client.ts';
import type { GatewayError } from '../../engine/http/errors.ts';
import type { OperationContext } from '../../engine/operation/context.ts';

/** One GraphQL request: its client, and what becomes known of it while it is answered. */
export interface RequestState {
  /** When the request arrived, as `performance.now()` tells it. */
  readonly startedAt: number;
  readonly caller: Caller;
  /** Why its operation is not executed, where a limit is exceeded. */
  rejection: GatewayError | undefined;
  /** Undefined until the document is valid and has an operation of the requested name. */
  operation: OperationDefinitionNode | undefined;
  /** Undefined until the operation has a result. */
  result: { readonly errors: readonly GraphQLFormattedError[] | undefined } | undefined;
  /** REST calls made for this request; counted where hooks are configured. */
  calls: number;
  /** Whether it shares the execution of an identical query. */
  isShared: boolean;
}

/**
 * Apollo's context: the request alone, until graphql-js executes its operation. Apollo copies it for each operation, so
 * that what belongs to the request is one object inside.
 */
export interface ServerContext extends Partial<OperationContext> {
  readonly request: RequestState;
}

export function createRequestState(startedAt: number, caller: Caller): RequestState {
  return {
    startedAt,
    caller,
    rejection: undefined,
    operation: undefined,
    result: undefined,
    calls: 0,
    isShared: false,
  };
}
