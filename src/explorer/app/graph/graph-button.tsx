import { Suspense, useState } from 'react';
import { DialogButton } from '../tools/dialog-button.tsx';
import { lazyComponent } from '../tools/lazy-component.tsx';
import type { Step } from './build-query.ts';

// The layout is loaded when the graph is opened for the first time.
const GraphView = lazyComponent(() => import('./graph-view.tsx'));

/** Opens the picture of the types of records and the lists between them. */
export function GraphButton() {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  return (
    <DialogButton
      label="Graph"
      icon={<GraphIcon />}
      className="docgraph-graph"
      titleId="docgraph-graph-title"
      content={(close) => (
        <>
          <header>
            <h2 id="docgraph-graph-title">The resource graph</h2>
            <button type="button" className="docgraph-button" onClick={close}>
              Close
            </button>
          </header>
          <Suspense fallback={<p>Loading the graph …</p>}>
            <GraphView steps={{ steps, setSteps }} onLeave={close} />
          </Suspense>
        </>
      )}
    />
  );
}

function GraphIcon() {
  return (
    <svg className="docgraph-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M5.5 4.7 10.5 3.3M5.5 5.5 10.5 11" />
      <circle cx="3.5" cy="5" r="2" />
      <circle cx="12.5" cy="3" r="2" />
      <circle cx="12" cy="12.5" r="2" />
    </svg>
  );
}
