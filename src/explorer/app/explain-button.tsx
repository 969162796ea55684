import { ToolbarButton } from '@graphiql/react';
import { useState } from 'react';
import { keep, localStore } from './browser-storage.ts';

export interface ExplainButtonProps {
  isOn: boolean;
  onToggle: () => void;
}

/** Toggles `extensions: {"explain": true}` in requests. */
export function ExplainButton({ isOn, onToggle }: ExplainButtonProps) {
  const label = isOn
    ? 'Explain is on: responses list their REST calls'
    : 'Explain: list the REST calls of each request';
  return (
    <ToolbarButton label={label} aria-pressed={isOn} className={isOn ? 'docgraph-explain-on' : ''} onClick={onToggle}>
      <svg className="graphiql-toolbar-icon" viewBox="0 0 16 16" fill="none" aria-hidden="true">
        <path d="M1.5 3.5h6M4.5 8h7M8.5 12.5h6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </ToolbarButton>
  );
}

const storageKey = 'docgraph:explain';

/** Whether explain is on, as it is at first; the browser remembers if it was turned off. */
export function useExplain(): [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => localStore.getItem(storageKey) !== 'false');
  const set = (next: boolean) => {
    keep(localStore, storageKey, String(next));
    setIsOn(next);
  };
  return [isOn, set];
}
