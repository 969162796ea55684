import { type PointerEvent, useRef } from 'react';
import { nextSort, type SortColumn } from './sorted-rows.ts';
import { formatTick, placeOf, windowOf } from './time-scale.ts';
import type { WaterfallState } from './use-waterfall.ts';

/** The names of the columns, of which two sort the calls, and the time axis. */
export function ColumnHeaders({ state }: { state: WaterfallState }) {
  return (
    <thead>
      <tr aria-rowindex={1} className="docgraph-row">
        <th scope="col">Call</th>
        <SortHeader state={state} column="status" label="Status" />
        <SortHeader state={state} column="ms" label="Time" />
        <Axis state={state} />
      </tr>
    </thead>
  );
}

interface SortHeaderProps {
  state: WaterfallState;
  column: SortColumn;
  label: string;
}

function SortHeader({ state: { sort, setSort }, column, label }: SortHeaderProps) {
  const order = sort?.column === column ? (sort.isDescending ? 'descending' : 'ascending') : 'none';
  return (
    <th scope="col" aria-sort={order}>
      <button
        type="button"
        className="docgraph-sort"
        title={`Sort the calls by ${label.toLowerCase()}`}
        onClick={() => setSort(nextSort(sort, column))}
      >
        {label}
        {order !== 'none' && <span aria-hidden="true">{order === 'descending' ? ' ↓' : ' ↑'}</span>}
      </button>
    </th>
  );
}

/** Dragging over the axis shows that part of it, and a double click all of it. */
function Axis({ state: { scale, latestEnd, setWindow } }: { state: WaterfallState }) {
  const draggedFrom = useRef<number>(undefined);
  const timeAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return scale.start + ((clientX - left) / width) * (scale.end - scale.start);
  };
  const onPointerUp = (event: PointerEvent) => {
    const [from, to] = [draggedFrom.current, timeAt(event)];
    draggedFrom.current = undefined;
    // A click is not a part of the axis.
    if (from === undefined || Math.abs(to - from) < (scale.end - scale.start) / 100) return;
    setWindow(windowOf(from, to, latestEnd));
  };
  return (
    <th
      scope="col"
      aria-label="Time axis"
      className="docgraph-axis"
      title="Drag to zoom in, double-click to see all"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        draggedFrom.current = timeAt(event);
      }}
      onPointerUp={onPointerUp}
      onDoubleClick={() => setWindow(undefined)}
    >
      {scale.ticks.map((tick) => (
        <span key={tick} style={{ left: placeOf(tick, scale) }}>
          {formatTick(tick, scale)}
        </span>
      ))}
    </th>
  );
}
