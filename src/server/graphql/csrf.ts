import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLError } from 'graphql';
import { type RequestHeaders, textOf } from '../http/headers.ts';
import { isAbortedCoercion } from './format-error.ts';

/** Headers that a page of another site cannot send without a preflight; Apollo looks for the same. */
const preflightHeaders = ['x-apollo-operation-name', 'apollo-require-preflight'] as const;

/**
 * Whether a GET is safe from cross-site request forgery: a browser has sent a preflight for it, it comes from a page of
 * the gateway's own origin, or its client is no browser.
 */
export function isSafeGet(headers: RequestHeaders, needsProof: boolean): boolean {
  // Any content type that the endpoint accepts takes a preflight.
  if (textOf(headers['content-type']) !== '') return true;
  return preflightHeaders.some((name) => textOf(headers[name]) !== '') || isSameOriginGet(headers, needsProof);
}

/**
 * Apollo's CSRF prevention rejects these; the endpoint marks them for it as safe. Browsers send no `Sec-Fetch-Site` without TLS, but to
 * a loopback address, and programs do not. `needsProof`: where the gateway adds a credential of its own, the header has to be there.
 */
export function isSameOriginGet(headers: RequestHeaders, needsProof: boolean): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin === undefined && (site === 'same-origin' || (site === undefined && !needsProof));
}

const requestErrors = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'OPERATION_TOO_EXPENSIVE',
]);

function isRequestError(error: GraphQLError): boolean {
  return requestErrors.has(String(error.extensions.code)) || isAbortedCoercion(error);
}

/**
 * A client that does not accept `application/graphql-response+json` gets a rejected document with status 200: it is older than
 * GraphQL over HTTP, and takes another status for a failure of the network.
 */
export const statusForLegacyClients: ApolloServerPlugin = {
  async requestDidStart({ request }) {
    return {
      async willSendResponse({ response, errors }) {
        if (response.http.status !== 400 || errors === undefined || response.body.kind !== 'single') return;
        const accepted = request.http?.headers.get('accept') ?? '';
        if (accepted.includes('application/graphql-response+json')) return;
        if (errors.every(isRequestError)) response.http.status = 200;
      },
    };
  },
};
