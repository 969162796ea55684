import { lazy, Suspense } from 'react';
import { explained } from '../explain.ts';
import { useRememberedNumber } from '../remembered.ts';
import { useResponse } from '../responses.ts';
import './dock.css';
import { ResizeHandle } from './resize-handle.tsx';

const Waterfall = lazy(() => import('./waterfall.tsx'));

const initialHeight = 340;

/** The pane with the REST calls of the active tab's response, below the editors. It is not there without explain. */
export function WaterfallDock() {
  const response = useResponse();
  const [height, setHeight] = useRememberedNumber('callsHeight', initialHeight);
  const [isCollapsed, setCollapsed] = useRememberedNumber('callsCollapsed', 0);
  const explain = explained(response?.result);
  if (!response || !explain) return null;
  return (
    <section
      aria-label="REST calls"
      className="docgraph-dock"
      data-collapsed={isCollapsed === 1}
      style={isCollapsed === 1 ? undefined : { height }}
    >
      {isCollapsed === 0 && <ResizeHandle height={height} onResize={setHeight} />}
      <Suspense fallback={null}>
        <Waterfall
          response={response}
          explain={explain}
          isCollapsed={isCollapsed === 1}
          onToggle={() => setCollapsed(1 - isCollapsed)}
        />
      </Suspense>
    </section>
  );
}
