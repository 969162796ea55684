import { getDataID, missingFieldHandlers } from 'docgraph/client';
import {
  Environment,
  type GraphQLResponse,
  type GraphQLSingularResponse,
  Network,
  RecordSource,
  type RelayFieldLogger,
  Store,
  type Variables,
} from 'relay-runtime';

/** `log` gets the errors of fields with their messages, which Relay does not give to the code that reads the fields. */
export function createEnvironment(
  url: string,
  token: string,
  { fetch = globalThis.fetch, log = console.warn as RelayFieldLogger } = {},
): Environment {
  const network = Network.create(async ({ name, text }, variables) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ operationName: name, query: text, variables }),
    });
    return withoutFailedPage((await response.json()) as GraphQLSingularResponse, variables);
  });
  const store = new Store(new RecordSource());
  // One viewer, and `node(id:)` from the store.
  return new Environment({ network, store, getDataID, missingFieldHandlers, relayFieldLogger: log });
}

/**
 * Relay takes the null of a further page for the whole list, and forgets the pages before it. With an exception, the list stays, and
 * `loadNext` gets the error. Errors of single items leave the page usable: their path has an index.
 * @throws the error of a further page
 */
function withoutFailedPage(response: GraphQLSingularResponse, { after }: Variables): GraphQLResponse {
  const { errors = [] } = response as { errors?: { message: string; path?: (string | number)[] }[] };
  const failure = errors.find(({ path = [] }) => path.every((step) => typeof step === 'string'));
  if (failure && typeof after === 'string') throw new Error(failure.message);
  return response;
}
