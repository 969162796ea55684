import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useFieldErrors } from './client-provider.tsx';

/** Loads a further page of a list. Rejects if anything in it failed. */
export type FetchMore<Variables> = (variables: Partial<Variables>) => Promise<unknown>;

/** The state of a query: it is loading if it has neither data nor an error. */
export interface PageQueryState<Data, Variables extends OperationVariables> {
  /** That of the last response. */
  data: Data | undefined;
  /** Why the last request got no data. */
  error: Error | undefined;
  /** Sends the query again. */
  refetch: () => Promise<unknown>;
  fetchMore: FetchMore<Variables>;
}

/**
 * Executes a query with `errorPolicy: 'all'`: a field that fails leaves the rest of the page intact. To read such a field
 * throws its error, so use `<PageQuery>`, and wrap each further part of the page that may fail alone in `<Part>`.
 */
export function usePageQuery<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: NoInfer<Variables>,
): PageQueryState<Data, Variables> {
  const fieldErrors = useFieldErrors();
  // Apollo types the options by what is known about the variables, which a generic hook leaves open.
  const result = useQuery<Data, OperationVariables>(document, { variables, errorPolicy: 'all' });
  // A request without a response leaves what the page shows.
  const unguarded = (result.data ?? result.previousData) as Data | undefined;
  return {
    data: unguarded && fieldErrors.guard({ query: document, variables }, unguarded),
    error: result.data === undefined ? result.error : undefined,
    refetch: () => result.refetch(),
    fetchMore: (more) => result.fetchMore({ variables: { ...variables, ...more } }),
  };
}
