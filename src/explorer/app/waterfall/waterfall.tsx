import './waterfall.css';
import './header.css';
import './critical-path.css';
import './grid.css';
import './row.css';
import './details.css';
import type { Explained } from '../explain.ts';
import type { GraphQLResponse } from '../fetcher.ts';
import { useEditorLinks } from '../links/editor-links.ts';
import { formatMs } from '../numbers.ts';
import { Details } from './details.tsx';
import { Grid } from './grid.tsx';
import { Header } from './header.tsx';
import { CriticalIcon } from './icons.tsx';
import { callKey } from './rows.ts';
import { useWaterfall, type ViewState, type WaterfallState } from './use-waterfall.ts';

export interface WaterfallProps {
  response: GraphQLResponse;
  explain: Explained;
  viewState: ViewState;
  isCollapsed: boolean;
  onToggle: () => void;
}

/** The REST calls of a response on a time axis, grouped by round trip and operation. */
export default function Waterfall({ response, explain, viewState, isCollapsed, onToggle }: WaterfallProps) {
  const state = useWaterfall(explain, response.result.data, viewState);
  const { operationName } = response.request;
  useEditorLinks({
    operationName,
    target: state.target,
    revealed: state.revealed,
    onPoint: state.point,
    onPick: state.pick,
  });
  return (
    <div className="docgraph-waterfall">
      <Header state={state} isCollapsed={isCollapsed} onToggle={onToggle} />
      {!isCollapsed && (
        <>
          <CriticalPath state={state} />
          <div className="docgraph-waterfall-body">
            <Grid state={state} />
            {state.active?.kind === 'call' && <Details call={state.active.call} state={state} response={response} />}
          </div>
        </>
      )}
    </div>
  );
}

/** The calls that determined how long the request took; a click selects one. */
function CriticalPath({ state: { critical, latestEnd, active, select } }: { state: WaterfallState }) {
  const ms = critical.reduce((sum, call) => sum + call.ms, 0);
  if (critical.length === 0) return null;
  return (
    <nav aria-label="Critical path" className="docgraph-critical">
      <span className="docgraph-critical-title">
        <CriticalIcon />
        Critical path {formatMs(ms)} of {formatMs(latestEnd)}
      </span>
      <ol>
        {critical.map((call) => (
          <li key={call.index} style={{ flexGrow: Math.max(call.ms, ms / 100) }}>
            <button
              type="button"
              aria-current={active?.key === callKey(call)}
              title={call.path}
              onClick={() => select(call)}
            >
              <span>{call.operation}</span> {formatMs(call.ms)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
