import { ApolloClient, ApolloLink, HttpLink } from '@apollo/client';
import type { FormattedExecutionResult } from 'graphql';
import { tap } from 'rxjs';
import { createCache } from './cache.ts';
import { FieldErrors } from './field-errors.ts';

export interface DashboardClient {
  apollo: ApolloClient;
  fieldErrors: FieldErrors;
}

/** Creates the client of one session: its cache holds what one token may see, so it ends with the token. */
export function createClient(token: string, onUnauthenticated: () => void): DashboardClient {
  const fieldErrors = new FieldErrors();
  const observeErrors = new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      tap((result) => {
        const response = result as FormattedExecutionResult;
        fieldErrors.record(rootOf(operation.operationName, operation.variables), response);
        if (response.errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED')) onUnauthenticated();
      }),
    ),
  );
  const http = new HttpLink({ uri: '/graphql', headers: { Authorization: `Bearer ${token}` } });
  const apollo = new ApolloClient({
    link: ApolloLink.from([observeErrors, http]),
    cache: createCache(),
    // A page shows what is cached at once, and what is new a moment later.
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' } },
  });
  return { apollo, fieldErrors };
}

/** Names an operation with its variables. */
export function rootOf(operationName: string | undefined, variables: object): string {
  return `${operationName}(${JSON.stringify(variables)})`;
}
