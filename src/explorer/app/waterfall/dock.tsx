import { useGraphiQL } from '@graphiql/react';
import { Suspense, useDeferredValue, useState } from 'react';
import type { ProgressNumbers } from '../../../server/http/http-messages.ts';
import { explained } from '../explain.ts';
import { formatNumber, formatSeconds, plural } from '../numbers.ts';
import { useRememberedNumber } from '../remembered.ts';
import { type Run, useElapsed, useRun } from '../runs.ts';
import { lazyComponent } from '../tools/lazy-component.tsx';
import './dock.css';
import { ResizeHandle } from './resize-handle.tsx';
import type { RowsView, ViewState } from './use-waterfall.ts';

const Waterfall = lazyComponent(() => import('./waterfall.tsx'));

/** What of the window the pane takes at first, and at most so many pixels. */
const initialShare = 0.38;
const initialHeight = 340;
const minHeight = 140;
/** What stays for the editors, in pixels. */
const editorHeight = 200;

/** The pane with the REST calls of the active tab's latest request, below the editors. It is not there without explain. */
export function WaterfallDock() {
  // The page stays responsive while a long list of calls is rendered.
  const run = useDeferredValue(useRun());
  const initial = Math.round(Math.min(initialHeight, initialShare * window.innerHeight));
  const [height, setHeight] = useRememberedNumber('callsHeight', initial);
  const [isCollapsed, setCollapsed] = useRememberedNumber('callsCollapsed', 0);
  const viewState = useViewOfTab();
  const explain = run?.state === 'done' ? explained(run.response.result) : undefined;
  const hasStatus = run?.isExplained && (run.state === 'running' || run.state === 'stopped');
  if (!explain && !hasStatus) return null;
  return (
    <section
      aria-label="REST calls"
      className="docgraph-dock"
      data-collapsed={isCollapsed === 1}
      style={isCollapsed === 1 ? undefined : { height }}
    >
      {isCollapsed === 0 && (
        <ResizeHandle
          label="Height of the REST calls"
          edge="upper"
          size={height}
          min={minHeight}
          max={Math.max(minHeight, window.innerHeight - editorHeight)}
          sizeAt={({ clientY }) => window.innerHeight - clientY}
          onResize={setHeight}
        />
      )}
      {explain && run?.state === 'done' ? (
        <Suspense fallback={null}>
          <Waterfall
            response={run.response}
            explain={explain}
            viewState={viewState}
            isCollapsed={isCollapsed === 1}
            onToggle={() => setCollapsed(1 - isCollapsed)}
          />
        </Suspense>
      ) : (
        <Status run={run} />
      )}
    </section>
  );
}

/** Kept while the operation of a tab is executed again, and not for another tab, whose calls are others. */
function useViewOfTab(): ViewState {
  const tab = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id);
  const [kept, setKept] = useState<{ tab: string | undefined; view: RowsView }>();
  return { view: kept?.tab === tab ? kept?.view : undefined, setView: (view) => setKept({ tab, view }) };
}

/** Instead of the calls, while the request runs and after it was stopped: the gateway lists them with its response. */
function Status({ run }: { run: Run | undefined }) {
  const elapsed = useElapsed(run);
  const progress = run?.progress;
  if (run?.state === 'stopped')
    return (
      <p className="docgraph-dock-status">
        <strong>Stopped</strong> after {formatSeconds(run.ms)}. {progress && `${answeredText(progress)}. `}
        The gateway cancels the reads that are in flight.
      </p>
    );
  return (
    <div className="docgraph-dock-status">
      <strong>Running</strong> {formatSeconds(elapsed)}
      {progress && (
        <>
          <span>{answeredText(progress)}</span>
          <progress aria-label="REST calls answered" value={progress.answered} max={Math.max(1, progress.calls)} />
        </>
      )}
    </div>
  );
}

function answeredText({ answered, calls }: ProgressNumbers): string {
  return `${formatNumber(answered)} of ${plural(calls, 'REST call')} answered`;
}
