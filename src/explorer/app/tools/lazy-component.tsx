import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A component that is loaded when it is shown for the first time, and says so where it cannot be. */
export function lazyComponent<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => load().catch(() => ({ default: NotLoaded })));
}

/** An updated gateway has the files of its own page alone. React would remove all of the page for an error. */
function NotLoaded() {
  return <p className="docgraph-pane">This part of the page cannot be loaded. Reload the page: it keeps the tabs.</p>;
}
