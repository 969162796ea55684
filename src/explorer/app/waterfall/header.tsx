import { wasMade } from '../../../engine/plan/call-levels.ts';
import { formatMost, formatNumber, plural } from '../numbers.ts';
import { CopyCalls } from '../tools/copy-call.tsx';
import { Chevron, MarkIcon } from './icons.tsx';
import { allMarks, countMarks, type Mark, markMeanings } from './marks.ts';
import { zoomed } from './time-scale.ts';
import type { TimedCall } from './timed-call.ts';
import type { WaterfallState } from './use-waterfall.ts';

export interface HeaderProps {
  state: WaterfallState;
  isCollapsed: boolean;
  onToggle: () => void;
}

export function Header({ state, isCollapsed, onToggle }: HeaderProps) {
  return (
    <header className="docgraph-waterfall-header">
      <Totals state={state} />
      {!isCollapsed && <ZoomButtons state={state} />}
      {!isCollapsed && <CopyCalls calls={state.calls}>Copy all as curl</CopyCalls>}
      {!isCollapsed && <Filters state={state} />}
      <button
        type="button"
        className="docgraph-collapse"
        aria-expanded={!isCollapsed}
        aria-label={isCollapsed ? 'Show the REST calls' : 'Hide the REST calls'}
        onClick={onToggle}
      >
        <Chevron isOpen={!isCollapsed} />
      </button>
    </header>
  );
}

function Totals({ state: { calls: all, plan } }: { state: WaterfallState }) {
  const calls = all.filter(wasMade);
  const levels = Math.max(0, ...calls.map(({ level }) => level));
  return (
    <p className="docgraph-totals">
      <strong>{plural(calls.length, 'REST call')}</strong>
      <span>{plural(levels, 'level')}</span>
      {calls.length > 0 && <span>{repetitionText(calls)}</span>}
      {plan && <span>of {formatMost(plan.calls)} planned</span>}
    </p>
  );
}

/** How many of the reads had been made before by the same request. */
function repetitionText(calls: readonly TimedCall[]): string {
  const reads = calls.filter(({ method }) => method === 'GET').map(({ path }) => path);
  const repeated = reads.length - new Set(reads).size;
  return repeated === 0 ? 'none twice' : `${formatNumber(repeated)} repeated`;
}

function Filters({ state: { calls, filter, setFilter } }: { state: WaterfallState }) {
  const counts = countMarks(calls);
  const toggle = (mark: Mark) => {
    const marks = new Set(filter.marks);
    if (!marks.delete(mark)) marks.add(mark);
    setFilter({ ...filter, marks });
  };
  const shown = allMarks.filter((mark) => counts.has(mark) || filter.marks.has(mark));
  return (
    <search className="docgraph-filters">
      {shown.map((mark) => (
        <MarkChip
          key={mark}
          mark={mark}
          count={counts.get(mark) ?? 0}
          isOn={filter.marks.has(mark)}
          onToggle={() => toggle(mark)}
        />
      ))}
      <input
        type="search"
        placeholder=">50ms status:404 cached"
        aria-label="Filter calls by operation, URL, field, time, status, level or mark"
        value={filter.text}
        onChange={({ target }) => setFilter({ ...filter, text: target.value })}
      />
    </search>
  );
}

interface MarkChipProps {
  mark: Mark;
  count: number;
  isOn: boolean;
  onToggle: () => void;
}

function MarkChip({ mark, count, isOn, onToggle }: MarkChipProps) {
  return (
    <button
      type="button"
      className={`docgraph-chip docgraph-${mark}`}
      aria-pressed={isOn}
      title={markMeanings[mark]}
      onClick={onToggle}
    >
      <MarkIcon mark={mark} />
      {count} {mark}
    </button>
  );
}

/** Zoom of the time axis, for those who do not drag over it. */
function ZoomButtons({ state: { scale, latestEnd, setWindow } }: { state: WaterfallState }) {
  const isWhole = scale.start === 0 && scale.end >= latestEnd;
  return (
    <fieldset className="docgraph-zoom" aria-label="Zoom of the time axis">
      <button
        type="button"
        aria-label="Zoom out"
        disabled={isWhole}
        onClick={() => setWindow(zoomed(scale, 2, latestEnd))}
      >
        −
      </button>
      <button type="button" aria-label="Zoom in" onClick={() => setWindow(zoomed(scale, 0.5, latestEnd))}>
        +
      </button>
    </fieldset>
  );
}
