import { ApolloClient, ApolloLink, HttpLink } from '@apollo/client';
import { FieldErrors } from 'docgraph/client';
import { tap } from 'rxjs';
import { createCache } from './cache.ts';
import { RequestCounts } from './request-counts.ts';

export interface DashboardClient {
  apollo: ApolloClient;
  fieldErrors: FieldErrors;
  requestCounts: RequestCounts;
}

/** Creates the client of one session: its cache holds what one token may see, so it ends with the token. */
export function createClient(token: string, onUnauthenticated: (token: string) => void): DashboardClient {
  const fieldErrors = new FieldErrors();
  const requestCounts = new RequestCounts();
  const observeErrors = new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      tap((result) => {
        fieldErrors.record(operation, result);
        if (result.errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED')) onUnauthenticated(token);
      }),
    ),
  );
  const http = new HttpLink({ uri: '/graphql', headers: { Authorization: `Bearer ${token}` } });
  const apollo = new ApolloClient({
    link: ApolloLink.from([requestCounts.link, observeErrors, http]),
    cache: createCache(),
    // A page shows what is cached at once, and what is new a moment later.
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' } },
  });
  return { apollo, fieldErrors, requestCounts };
}
