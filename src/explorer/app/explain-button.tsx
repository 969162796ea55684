import { ToolbarButton } from '@graphiql/react';

export interface ExplainButtonProps {
  on: boolean;
  onToggle: () => void;
}

/** Sends `extensions: {"explain": true}` with each request while it is on. */
export function ExplainButton({ on, onToggle }: ExplainButtonProps) {
  const label = on ? 'Explain is on: answers list their REST calls' : 'Explain: list the REST calls of each request';
  return (
    <ToolbarButton label={label} aria-pressed={on} className={on ? 'docgraph-explain-on' : ''} onClick={onToggle}>
      <svg className="graphiql-toolbar-icon" viewBox="0 0 16 16" fill="none" aria-hidden="true">
        <path d="M1.5 3.5h6M4.5 8h7M8.5 12.5h6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </ToolbarButton>
  );
}
