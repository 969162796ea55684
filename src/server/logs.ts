import type { ApolloServerPlugin } from '@apollo/server';
import type { Logger } from 'pino';
import type { ServerContext } from './context.ts';

/** One line for each operation: its name and kind, how long it took, and the codes of its errors. Never what it asked. */
export function logOperations(logger: Logger): ApolloServerPlugin<ServerContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ contextValue, operation, operationName, response }) {
          const { body } = response;
          const codes =
            body.kind === 'single' ? body.singleResult.errors?.map(({ extensions }) => extensions?.code) : undefined;
          logger.info(
            {
              operation: operationName ?? null,
              kind: operation?.operation ?? null,
              ms: Math.round((performance.now() - contextValue.startedAt) * 100) / 100,
              status: response.http.status ?? 200,
              ...(codes && { errors: codes }),
            },
            'operation',
          );
        },
      };
    },
  };
}
