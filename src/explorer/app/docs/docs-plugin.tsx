import { DocsFilledIcon, DocsIcon, useGraphiQL } from '@graphiql/react';
import { type ComponentType, lazy, type PropsWithChildren, Suspense, useRef } from 'react';
import { lazyPane } from '../tools/lazy-pane.tsx';

/*
 * In the bundle, this module takes the place of `@graphiql/plugin-doc-explorer`, which GraphiQL imports (see the Vite
 * configuration): the pane, its search and its Markdown load when the pane is opened.
 */
const load = () => import('@graphiql/plugin-doc-explorer/dist/index.js');

export const DOC_EXPLORER_PLUGIN = lazyPane('Documentation Explorer', Icon, async () => {
  const { DocExplorer } = await load();
  return { default: DocExplorer };
});

const LoadedStore = lazy(async () => {
  // Where it cannot be loaded, the pane says so.
  const loaded = await load().catch(() => undefined);
  return { default: loaded?.DocExplorerStore ?? NoStore };
});

const NoStore: ComponentType<PropsWithChildren> = () => null;

/** Follows the schema, and the names that are opened from the query, from the first time that the pane is open. */
export function DocExplorerStore({ children }: PropsWithChildren) {
  const isOpen = useGraphiQL((state) => state.visiblePlugin === DOC_EXPLORER_PLUGIN);
  const wasOpen = useRef(false);
  wasOpen.current ||= isOpen;
  return (
    <>
      {children}
      <Suspense>{wasOpen.current && <LoadedStore>{null}</LoadedStore>}</Suspense>
    </>
  );
}

function Icon() {
  const isVisible = useGraphiQL((state) => state.visiblePlugin === DOC_EXPLORER_PLUGIN);
  return isVisible ? <DocsFilledIcon /> : <DocsIcon />;
}
