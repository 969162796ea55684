import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useFieldErrors } from './client-provider.tsx';

/** The state of a query: it has data, or it failed as a whole, or it is loading. */
export type PageQuery<Data, Variables extends OperationVariables> = (
  | { data: Data; error?: undefined }
  | { data?: undefined; error: Error }
  | { data?: undefined; error?: undefined }
) & {
  /** Sends the query again. */
  refetch(): Promise<unknown>;
  /** Loads a further page of a list. Rejects if anything in it failed. */
  fetchMore(variables: Partial<Variables>): Promise<unknown>;
};

/**
 * Executes a query with `errorPolicy: 'all'`: a field that fails leaves the rest of the page intact. To read such a field
 * throws its error, so wrap the part of the page that needs it in `<Part>`.
 */
export function usePageQuery<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: NoInfer<Variables>,
): PageQuery<Data, Variables> {
  const fieldErrors = useFieldErrors();
  // Apollo types the options by what is known about the variables, which a generic hook leaves open.
  const result = useQuery<Data, OperationVariables>(document, { variables, errorPolicy: 'all' });
  const { data: unguarded, error } = result;
  const data = unguarded && fieldErrors.guard({ query: document, variables }, unguarded as Data);
  const fetchMore = (more: Partial<Variables>) => result.fetchMore({ variables: { ...variables, ...more } });
  const refetch = () => result.refetch();
  if (data !== undefined) return { data, refetch, fetchMore };
  return error === undefined ? { refetch, fetchMore } : { error, refetch, fetchMore };
}
