import { type TabsState, useGraphiQL } from '@graphiql/react';
import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ProgressNumbers } from '../../server/http/http-messages.ts';
import type { GraphQLResponse, RunEnd, RunObserver } from './fetcher.ts';
import { ofOpenTabs } from './open-tabs.ts';

/** The latest request of a tab. `unsent`: there is a mistake in its variables or headers. */
export type Run = {
  isExplained: boolean;
  /** The REST calls, as far as the gateway has told of them before the end. */
  progress?: ProgressNumbers | undefined;
} & ({ state: 'running'; startedAt: number } | { state: 'unsent' } | RunEnd);

type Runs = ReadonlyMap<string, Run>;

/** The latest request of each open tab, by the tab's id. */
export const RunsContext = createContext<Runs>(new Map());

/** The active tab's latest request; undefined before its first. */
export function useRun(): Run | undefined {
  const runs = useContext(RunsContext);
  const tab = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id);
  return tab === undefined ? undefined : runs.get(tab);
}

/** The response to the active tab's latest request; undefined while it runs, and where it has none. */
export function useResponse(): GraphQLResponse | undefined {
  const run = useRun();
  return run?.state === 'done' ? run.response : undefined;
}

/** The time since a request has started, in milliseconds, as long as it runs. */
export function useElapsed(run: Run | undefined): number {
  const startedAt = run?.state === 'running' ? run.startedAt : undefined;
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (startedAt === undefined) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, [startedAt]);
  return startedAt === undefined ? 0 : Math.max(0, now - startedAt);
}

/** Keeps the latest request of each open tab. `onExecute` is for an `ExecuteObserver`. */
export function useRuns() {
  const [runs, setRuns] = useState(new Map<string, Run>());
  const tabs = useRef<TabsState>({ tabs: [], activeTabIndex: 0 });
  /** Whether GraphiQL has sent a request since it was told to execute an operation. */
  const isSent = useRef(false);
  const set = useCallback((tab: string, run: Run, replaced?: Run) => {
    setRuns((before) => {
      if (replaced !== undefined && before.get(tab) !== replaced) return before;
      return ofOpenTabs(new Map([...before, [tab, run]]), tabs.current.tabs);
    });
  }, []);
  // GraphiQL also calls this before every request, when it clears the tab's response.
  const onTabChange = useCallback((state: TabsState) => {
    tabs.current = state;
    setRuns((before) => ofOpenTabs(before, state.tabs));
  }, []);
  const onExecute = useCallback(() => {
    if (!isSent.current) set(activeTab(tabs.current), { state: 'unsent', isExplained: false });
    isSent.current = false;
  }, [set]);
  const onStart = useCallback(
    (isExplained: boolean): RunObserver => {
      const tab = activeTab(tabs.current);
      let latest: Run = { state: 'running', startedAt: performance.now(), isExplained };
      const replace = (next: Run) => {
        set(tab, next, latest);
        latest = next;
      };
      isSent.current = true;
      set(tab, latest);
      return {
        onProgress: (progress) => replace({ ...latest, progress }),
        onEnd: (end) => replace({ ...end, isExplained, progress: latest.progress }),
      };
    },
    [set],
  );
  return { runs, onStart, onTabChange, onExecute };
}

function activeTab({ tabs, activeTabIndex }: TabsState): string {
  return tabs[activeTabIndex]?.id ?? '';
}

/**
 * Calls a function after each attempt to execute an operation. GraphiQL has sent the request by then, unless there is a mistake in
 * the variables or headers.
 */
export function ExecuteObserver({ onExecute }: { onExecute: () => void }): null {
  const attempts = useGraphiQL((state) => state.queryId);
  useLayoutEffect(() => {
    if (attempts > 0) onExecute();
  }, [attempts, onExecute]);
  return null;
}
