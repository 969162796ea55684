import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLFormattedError, OperationDefinitionNode } from 'graphql';
import type { Logger } from 'pino';
import type { ServerContext } from './graphql/context.ts';

/** What the log tells of an operation. */
interface Answered {
  operation: OperationDefinitionNode | undefined;
  /** When the request began, as `performance.now()` tells it. */
  startedAt: number;
  status: number;
  errors: readonly GraphQLFormattedError[] | undefined;
}

/** One line for each operation: its name and kind, how long it took, and the codes of its errors. Never what it asked. */
export function logOperation(logger: Logger, { operation, startedAt, status, errors }: Answered): void {
  const codes = errors?.map(({ extensions }) => extensions?.code);
  logger.info(
    {
      operation: operation?.name?.value ?? null,
      kind: operation?.operation ?? null,
      ms: Math.round((performance.now() - startedAt) * 100) / 100,
      status,
      ...(codes && { errors: codes }),
    },
    'operation',
  );
}

/** Logs what Apollo answers. */
export function logOperations(logger: Logger): ApolloServerPlugin<ServerContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ contextValue, operation, response }) {
          const { body, http } = response;
          logOperation(logger, {
            operation,
            startedAt: contextValue.startedAt,
            status: http.status ?? 200,
            errors: body.kind === 'single' ? body.singleResult.errors : undefined,
          });
        },
      };
    },
  };
}
