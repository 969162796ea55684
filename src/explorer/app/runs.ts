import { type TabsState, useGraphiQL } from '@graphiql/react';
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
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

/** Keeps the latest request of each open tab. */
export function useRuns() {
  const [runs, setRuns] = useState(new Map<string, Run>());
  const tabs = useRef<TabsState>({ tabs: [], activeTabIndex: 0 });
  /** What each tab's response pane shows, as far as it is known, and whether a request will change it. */
  const panes = useRef(new Map<string, { text: string; isAwaited: boolean }>());
  const set = useCallback((tab: string, run: Run, replaced?: Run) => {
    setRuns((before) => {
      if (replaced !== undefined && before.get(tab) !== replaced) return before;
      return ofOpenTabs(new Map([...before, [tab, run]]), tabs.current.tabs);
    });
  }, []);
  // GraphiQL also calls this before every request, when it clears the tab's response.
  const onTabChange = useCallback(
    (state: TabsState) => {
      tabs.current = state;
      panes.current = ofOpenTabs(panes.current, state.tabs);
      setRuns((before) => ofOpenTabs(before, state.tabs));
      const { id, response } = state.tabs[state.activeTabIndex] ?? {};
      const text = response ?? '';
      if (id === undefined || text === panes.current.get(id)?.text) return;
      const isOwn = panes.current.get(id)?.isAwaited === false && text !== '';
      panes.current.set(id, { text, isAwaited: text === '' });
      // A text that no request has brought is GraphiQL's own: why it does not send one.
      if (isOwn) set(id, { state: 'unsent', isExplained: false });
    },
    [set],
  );
  const onStart = useCallback(
    (isExplained: boolean): RunObserver => {
      const { tabs: open, activeTabIndex } = tabs.current;
      const tab = open[activeTabIndex]?.id ?? '';
      let latest: Run = { state: 'running', startedAt: performance.now(), isExplained };
      const replace = (next: Run) => {
        set(tab, next, latest);
        latest = next;
      };
      panes.current.set(tab, { text: '', isAwaited: true });
      set(tab, latest);
      return {
        onProgress: (progress) => replace({ ...latest, progress }),
        onEnd: (end) => {
          if (end.state === 'stopped') panes.current.set(tab, { text: '', isAwaited: false });
          replace({ ...end, isExplained, progress: latest.progress });
        },
      };
    },
    [set],
  );
  return { runs, onStart, onTabChange };
}
