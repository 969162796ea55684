import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import type { ReactNode } from 'react';
import { type FetchMore, usePageQuery } from '../apollo/use-page-query.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Part } from './part.tsx';

interface Props<Data, Variables extends OperationVariables> {
  name: string;
  /** The record of the page, where the query is that of a whole page whose address may name nothing. */
  what?: string;
  document: TypedDocumentNode<Data, Variables>;
  variables: NoInfer<Variables>;
  /** Shown until there is data. */
  loading: ReactNode;
  children: (data: Data, fetchMore: FetchMore<Variables>) => ReactNode;
}

/**
 * A part of a page with a query of its own. The query is outside of the error boundary: it stays in use when reading its data fails, so
 * that the button of the error can send it again.
 */
export function PageQuery<Data, Variables extends OperationVariables>(props: Props<Data, Variables>) {
  const { name, what, document, variables, loading, children } = props;
  const { data, error, refetch, fetchMore } = usePageQuery(document, variables);
  return (
    <>
      {error && <ErrorNotice name={name} error={error} onRetry={refetch} />}
      {data !== undefined && (
        <Part name={name} what={what}>
          <Content render={() => children(data, fetchMore)} />
        </Part>
      )}
      {data === undefined && !error && loading}
    </>
  );
}

/** Reads the data below the error boundary. */
function Content({ render }: { render: () => ReactNode }) {
  return render();
}
