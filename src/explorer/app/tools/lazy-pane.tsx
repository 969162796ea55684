import type { GraphiQLPlugin } from '@graphiql/react';
import { type ComponentType, Suspense } from 'react';
import { lazyComponent } from './lazy-component.tsx';

/** A pane whose content is loaded when it is opened for the first time. */
export function lazyPane(
  title: string,
  icon: ComponentType,
  load: () => Promise<{ default: ComponentType }>,
): GraphiQLPlugin {
  const Content = lazyComponent(load);
  const LazyContent = () => (
    <Suspense fallback={<p className="docgraph-pane">Loading …</p>}>
      <Content />
    </Suspense>
  );
  return { title, icon, content: LazyContent };
}
