import { Icon } from '../tools/icon.tsx';
import { lazyPane } from '../tools/lazy-pane.tsx';

/** A pane with the operation of the active tab as a program. */
export const codePlugin = lazyPane('Code', CodeIcon, () => import('./code-pane.tsx'));

function CodeIcon() {
  return <Icon size={24} path="m8 7-5 5 5 5M16 7l5 5-5 5M14 5l-4 14" />;
}
