import { formatMs } from '../numbers.ts';
import { CriticalIcon } from './icons.tsx';
import { callKey } from './rows.ts';
import type { WaterfallState } from './use-waterfall.ts';

/** The calls that determined how long the request took; a click selects one. */
export function CriticalPath({ state: { critical, latestEnd, active, select } }: { state: WaterfallState }) {
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
