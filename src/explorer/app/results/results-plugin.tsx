import { Icon } from '../tools/icon.tsx';
import { lazyPane } from '../tools/lazy-pane.tsx';

/** A pane with the lists of the response as tables, and its differences from a result that was kept. */
export const resultsPlugin = lazyPane('Results', TableIcon, () => import('./results-pane.tsx'));

function TableIcon() {
  return <Icon size={24} path="M4 5h16v14H4zM4 10h16M4 14.500h16M10 5v14" />;
}
