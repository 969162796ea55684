import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { AccessibleNames } from './accessible-names.tsx';
import { useEditorExit } from './editor-exit.ts';
import { useHistoryTabs } from './history-tabs.ts';
import { useOpenTab } from './open-tab.ts';
import { useOperationFacts } from './operation-facts.ts';
import { ResizeKeys } from './resize-keys.ts';
import { useResponseWrapping } from './response-wrapping.ts';
import { useScrollToStart } from './scroll-to-start.ts';
import { type Shared, sharedIn } from './share-link.ts';
import { useTabsInView } from './tabs-in-view.ts';

/**
 * What the page does beside its panes: it opens shared links, and the history in tabs of its own, shows the active tab from its start and
 * stops with it, lets the keyboard leave the editors, wraps responses, and restores a response that an error of the schema has replaced.
 */
export function PageBehavior({ shared, onUnreadableLink }: SharedLinks) {
  useSharedLinks({ shared, onUnreadableLink });
  useHistoryTabs();
  useTabsInView();
  useStopWithTab();
  useEditorExit();
  useOperationFacts();
  useSchemaError();
  useScrollToStart();
  useResponseWrapping();
  // GraphiQL renders the bar beside a plugin together with it.
  const plugin = useGraphiQL((state) => state.visiblePlugin?.title);
  return (
    <>
      <ResizeKeys key={plugin ?? ''} />
      <AccessibleNames />
    </>
  );
}

interface SharedLinks {
  /** What the page's address shares. */
  shared: Shared;
  onUnreadableLink: () => void;
}

/** Opens the operation of the page's address, and of each link that is followed later. */
function useSharedLinks({ shared, onUnreadableLink }: SharedLinks): void {
  const open = useOpenTab();
  const isReady = useGraphiQL((state) => state.queryEditor !== undefined && state.variableEditor !== undefined);
  useEffect(() => {
    if (!isReady) return;
    const show = (operation: Shared) => {
      if (operation === undefined) return;
      // Without its fragment, a reload does not open the operation again.
      history.replaceState(null, '', location.pathname + location.search);
      if (operation === 'unreadable') onUnreadableLink();
      else open(operation.query, operation.variables ?? '');
    };
    if (location.hash !== '') show(shared);
    const follow = () => void sharedIn(location.hash).then(show);
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [isReady, open, shared, onUnreadableLink]);
}

/**
 * Stops the request of a tab that is left. GraphiQL does so for another tab, and not for one that is added, which would then
 * show the response.
 */
function useStopWithTab(): void {
  const { stop } = useGraphiQLActions();
  const tab = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.id);
  useLayoutEffect(() => (tab === undefined ? undefined : () => stop()), [tab, stop]);
}

/** Restores the response of the tab: GraphiQL shows in its place why the schema is not loaded, also after it is loaded again. */
function useSchemaError(): void {
  const error = useGraphiQL((state) => state.fetchError);
  const editor = useGraphiQL((state) => state.responseEditor);
  const response = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.response);
  const latest = useRef(response);
  latest.current = response;
  useEffect(() => {
    if (error === null) return;
    return () => {
      if (editor?.getValue() === error) editor.setValue(latest.current ?? '');
    };
  }, [error, editor]);
}
