import { type TabsState, useGraphiQL } from '@graphiql/react';
import { createContext, useCallback, useContext, useRef, useState } from 'react';
import type { GraphQLResponse } from './fetcher.ts';

type Responses = ReadonlyMap<string, GraphQLResponse>;

/** The latest response of each open tab, by the tab's id. */
export const ResponsesContext = createContext<Responses>(new Map());

/** The active tab's latest response; undefined before its first. */
export function useResponse(): GraphQLResponse | undefined {
  const responses = useContext(ResponsesContext);
  const tab = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id);
  return tab === undefined ? undefined : responses.get(tab);
}

/** Stores the latest response of each open tab. */
export function useResponses() {
  const [responses, setResponses] = useState<Responses>(new Map());
  const tabs = useRef<TabsState>({ tabs: [], activeTabIndex: 0 });
  // GraphiQL also calls this before every request, when it clears the tab's response.
  const onTabChange = useCallback((state: TabsState) => {
    tabs.current = state;
  }, []);
  const onResponse = useCallback((response: GraphQLResponse) => {
    const open = tabs.current.tabs.map(({ id }) => id);
    // A change of tab aborts the request, so a response always belongs to the active tab.
    const active = open[tabs.current.activeTabIndex];
    if (active === undefined) return;
    setResponses((before) => new Map([...before, [active, response] as const].filter(([id]) => open.includes(id))));
  }, []);
  return { responses, onResponse, onTabChange };
}
