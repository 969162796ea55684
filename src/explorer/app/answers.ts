import { type TabsState, useGraphiQL } from '@graphiql/react';
import { createContext, useCallback, useContext, useRef, useState } from 'react';
import type { Answer } from './fetcher.ts';

type Answers = ReadonlyMap<string, Answer>;

/** The last answer of each open tab, by the tab's id. */
export const AnswersContext = createContext<Answers>(new Map());

/** The active tab's last answer; undefined before its first. */
export function useAnswer(): Answer | undefined {
  const answers = useContext(AnswersContext);
  const tab = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id);
  return tab === undefined ? undefined : answers.get(tab);
}

/** Keeps each open tab's last answer. */
export function useAnswers() {
  const [answers, setAnswers] = useState<Answers>(new Map());
  const tabs = useRef<TabsState>({ tabs: [], activeTabIndex: 0 });
  // GraphiQL calls this before every request, too: it empties the tab's response then.
  const onTabChange = useCallback((state: TabsState) => {
    tabs.current = state;
  }, []);
  const onAnswer = useCallback((answer: Answer) => {
    const open = tabs.current.tabs.map(({ id }) => id);
    // A request ends with a change of tab, so that an answer always belongs to the active one.
    const active = open[tabs.current.activeTabIndex];
    if (active === undefined) return;
    setAnswers((before) => new Map([...before, [active, answer] as const].filter(([id]) => open.includes(id))));
  }, []);
  return { answers, onAnswer, onTabChange };
}
