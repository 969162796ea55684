import { Spinner } from '@graphiql/react';
import { lazy, Suspense } from 'react';

const LoadedDocExplorer = lazy(async () => {
  const { DocExplorer } = await import('@graphiql/plugin-doc-explorer/dist/components/doc-explorer.js');
  return { default: DocExplorer };
});

/** Replaces the documentation pane's component in the bundle. The pane, its search and its Markdown load when it is opened. */
export function DocExplorer() {
  return (
    <Suspense fallback={<Spinner />}>
      <LoadedDocExplorer />
    </Suspense>
  );
}
