import type { Explained } from '../explain.ts';
import type { GraphQLResponse } from '../fetcher.ts';
import { useEditorLinks } from '../links/editor-links.ts';
import { CriticalPath } from './critical-path.tsx';
import { Details } from './details.tsx';
import { Grid } from './grid.tsx';
import { Header } from './header.tsx';
import { useWaterfall, type ViewState } from './use-waterfall.ts';
import './waterfall.css';
import './header.css';
import './critical-path.css';
import './grid.css';
import './row.css';
import './details.css';

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
