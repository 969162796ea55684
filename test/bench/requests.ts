import { createHash } from 'node:crypto';
import type { Dispatcher } from 'undici';
import type { Case } from './cases.ts';

/**
 * How a case is sent: as a plain POST; as Apollo Client 4 does, which names itself in every request; as a GET, like urql;
 * as a persisted query by its hash alone; or as a POST whose document no earlier request had.
 */
export type Transport = 'post' | 'apolloClient' | 'get' | 'persisted' | 'first';

type Request = Pick<Dispatcher.DispatchOptions, 'path' | 'method' | 'headers' | 'body'>;

const clientLibrary = { name: '@apollo/client', version: '4.3.0' };
const accept = 'application/json';

/** Gives the requests of a case with a token, one after the other. */
export function requestsOf(path: string, one: Case, token: string): () => Request {
  const { transport, operationName, query, variables } = one;
  const authorization = `Bearer ${token}`;
  const post = (body: object): Request => ({
    path,
    method: 'POST',
    headers: { accept, authorization, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ operationName, variables, ...body })),
  });
  if (transport === 'first') return () => post({ query: unseen(query) });
  const request = {
    post: () => post({ query }),
    apolloClient: () => post({ query, extensions: { clientLibrary } }),
    persisted: () => post({ extensions: { clientLibrary, persistedQuery: persistedQueryOf(query) } }),
    get: (): Request => {
      const search = new URLSearchParams({ operationName, query, variables: JSON.stringify(variables) });
      return { path: `${path}?${search}`, method: 'GET', headers: { accept, authorization } };
    },
  }[transport]();
  return () => request;
}

/** What has to be sent once before the other requests of a case; undefined where there is nothing. */
export function registrationOf(path: string, one: Case, token: string): Request | undefined {
  if (one.transport !== 'persisted') return undefined;
  const { operationName, query, variables } = one;
  const extensions = { persistedQuery: persistedQueryOf(query) };
  return {
    path,
    method: 'POST',
    headers: { accept, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ operationName, query, variables, extensions })),
  };
}

function persistedQueryOf(query: string) {
  return { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') };
}

let documents = 0;

/** The same query as a text that was never sent before. */
function unseen(query: string): string {
  return `${query}\n# ${documents++}`;
}
