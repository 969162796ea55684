import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect, useRef } from 'react';
import { keep, localStore } from './browser-storage.ts';

const storageKey = 'docgraph:visited';

/** Whether the browser opens the explorer for the first time; it remembers that it did. */
export function isFirstVisit(): boolean {
  const isFirst = localStore.getItem(storageKey) === null;
  keep(localStore, storageKey, 'true');
  return isFirst;
}

/** Executes the operation of the first tab, once. */
export function FirstRun(): null {
  const { run } = useGraphiQLActions();
  const isReady = useGraphiQL(
    ({ queryEditor, responseEditor, operations }) =>
      queryEditor !== undefined && responseEditor !== undefined && operations !== undefined,
  );
  const hasRun = useRef(false);
  useEffect(() => {
    if (!isReady || hasRun.current) return;
    hasRun.current = true;
    run();
  }, [isReady, run]);
  return null;
}
