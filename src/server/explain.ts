import type { ApolloServerPlugin } from '@apollo/server';
import type { CallRecord } from '../rest/client.ts';
import { operationContext, type ServerContext } from './context.ts';

/**
 * A request with `"extensions": {"explain": true}` gets `extensions.explain`: the REST calls that were made for it, and
 * their totals. Times are in milliseconds from the start of the request.
 */
export const explain: ApolloServerPlugin<ServerContext> = {
  async requestDidStart({ request }) {
    const journal: CallRecord[] | undefined = request.extensions?.explain === true ? [] : undefined;
    return {
      async didResolveOperation({ contextValue, document }) {
        const { caller } = contextValue;
        Object.assign(contextValue, operationContext(contextValue, document, { ...caller, journal }));
      },
      async willSendResponse({ response, contextValue }) {
        if (journal === undefined || response.body.kind !== 'single') return;
        const ms = Math.round((performance.now() - contextValue.startedAt) * 100) / 100;
        response.body.singleResult.extensions = {
          ...response.body.singleResult.extensions,
          explain: { calls: journal, totals: { calls: journal.length, ms } },
        };
      },
    };
  },
};
