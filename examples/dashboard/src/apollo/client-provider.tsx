import { ApolloProvider } from '@apollo/client/react';
import { FieldErrors } from 'docgraph/client';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { createClient } from './client.ts';
import { RequestCounts } from './request-counts.ts';

const FieldErrorsContext = createContext(new FieldErrors());

/** The errors of the fields in the cache. */
export const useFieldErrors = (): FieldErrors => use(FieldErrorsContext);

const RequestCountsContext = createContext(new RequestCounts());

/** The requests of the open page. */
export const useRequestCounts = (): RequestCounts => use(RequestCountsContext);

/** Provides the client of a session to the components below. */
export function ClientProvider(props: {
  token: string;
  onUnauthenticated: (token: string) => void;
  children: ReactNode;
}) {
  const { token, onUnauthenticated, children } = props;
  const { apollo, fieldErrors, requestCounts } = useMemo(
    () => createClient(token, onUnauthenticated),
    [token, onUnauthenticated],
  );
  return (
    <FieldErrorsContext value={fieldErrors}>
      <RequestCountsContext value={requestCounts}>
        <ApolloProvider client={apollo}>{children}</ApolloProvider>
      </RequestCountsContext>
    </FieldErrorsContext>
  );
}
