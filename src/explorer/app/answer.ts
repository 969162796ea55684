import { createContext, useContext } from 'react';
import type { Answer } from './fetcher.ts';

/** The last answer, for the panes that tell of it. */
export const AnswerContext = createContext<Answer | undefined>(undefined);

/** The last answer; undefined before the first. */
export function useAnswer(): Answer | undefined {
  return useContext(AnswerContext);
}
