import { getDataID, missingFieldHandlers } from 'docgraph/client';
import { Environment, Network, RecordSource, type RelayFieldLogger, Store } from 'relay-runtime';

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
    return response.json();
  });
  const store = new Store(new RecordSource());
  // One viewer, and `node(id:)` from the store.
  return new Environment({ network, store, getDataID, missingFieldHandlers, relayFieldLogger: log });
}
