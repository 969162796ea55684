import type { ApolloServerPlugin } from '@apollo/server';
import type { FastifyRequest } from 'fastify';
import type { ServerContext } from './context.ts';

/**
 * Apollo's protection against cross-site requests asks GETs for a header that a page of another site can't send. A page
 * of the gateway's own site, and a client that is no browser, need none.
 */
export async function letSameOriginReadsThrough(request: FastifyRequest): Promise<void> {
  const { headers, method } = request;
  const site = headers['sec-fetch-site'];
  if (method === 'GET' && headers.origin === undefined && (site === undefined || site === 'same-origin')) {
    headers['apollo-require-preflight'] = 'same-origin';
  }
}

const requestErrors = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT']);

/**
 * A client that does not accept `application/graphql-response+json` reads a refused document from a 200
 * (GraphQL over HTTP, section 6.4.1).
 */
export const statusForLegacyClients: ApolloServerPlugin<ServerContext> = {
  async requestDidStart({ request }) {
    return {
      async willSendResponse({ response, errors }) {
        if (response.http.status !== 400 || errors === undefined || response.body.kind !== 'single') return;
        const accepted = request.http?.headers.get('accept') ?? '';
        if (accepted.includes('application/graphql-response+json')) return;
        if (errors.every(({ extensions }) => requestErrors.has(String(extensions.code)))) response.http.status = 200;
      },
    };
  },
};
