import { type MonacoEditor, useGraphiQL } from '@graphiql/react';
import { useLayoutEffect, useRef } from 'react';
import type { GraphQLResponse } from '../fetcher.ts';
import { useResponse } from '../runs.ts';

/**
 * Shows the texts of a tab from their start when the tab is shown, and the response of another operation. Editors keep how far the
 * text before was scrolled.
 */
export function useScrollToStart(): void {
  const id = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.id);
  const editors = useGraphiQL(({ queryEditor, variableEditor, headerEditor, responseEditor }) => ({
    queryEditor,
    variableEditor,
    headerEditor,
    responseEditor,
  }));
  const latestEditors = useRef(editors);
  latestEditors.current = editors;
  useLayoutEffect(() => {
    if (id !== undefined) Object.values(latestEditors.current).forEach(scrollToStart);
  }, [id]);
  const response = useResponse();
  const shown = useRef<GraphQLResponse>(undefined);
  useLayoutEffect(() => {
    if (response === undefined) return;
    if (!isSameText(response, shown.current)) scrollToStart(latestEditors.current.responseEditor);
    shown.current = response;
  }, [response]);
}

function scrollToStart(editor: MonacoEditor | undefined): void {
  editor?.setScrollPosition({ scrollLeft: 0, scrollTop: 0 });
}

/** Whether a response is of the same operation as the one before: the user may compare them at the same place. */
function isSameText({ request }: GraphQLResponse, before: GraphQLResponse | undefined): boolean {
  return request.query === before?.request.query && request.operationName === before.request.operationName;
}
