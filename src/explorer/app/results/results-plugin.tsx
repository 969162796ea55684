import { lazyPane } from '../tools/lazy-pane.tsx';

/** A pane with the lists of the response as tables, and its differences from a result that was kept. */
export const resultsPlugin = lazyPane('Results', TableIcon, () => import('./results-pane.tsx'));

function TableIcon() {
  return (
    <svg className="docgraph-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 5h16v14H4zM4 10h16M4 14.500h16M10 5v14" />
    </svg>
  );
}
