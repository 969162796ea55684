import { ApolloProvider } from '@apollo/client/react';
import { FieldErrors } from 'docgraph/client';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { createClient } from './client.ts';

const FieldErrorsContext = createContext(new FieldErrors());

/** The errors of the fields in the cache. */
export const useFieldErrors = (): FieldErrors => use(FieldErrorsContext);

/** Provides the client of a session to the components below. */
export function ClientProvider(props: { token: string; onUnauthenticated: () => void; children: ReactNode }) {
  const { token, onUnauthenticated, children } = props;
  const { apollo, fieldErrors } = useMemo(() => createClient(token, onUnauthenticated), [token, onUnauthenticated]);
  return (
    <FieldErrorsContext value={fieldErrors}>
      <ApolloProvider client={apollo}>{children}</ApolloProvider>
    </FieldErrorsContext>
  );
}
