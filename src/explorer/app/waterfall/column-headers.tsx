import { type PointerEvent, useRef } from 'react';
import { ResizeHandle } from './resize-handle.tsx';
import { nextSort, type SortColumn } from './sorted-rows.ts';
import { formatTick, placeOf, windowOf } from './time-scale.ts';
import type { WaterfallState } from './use-waterfall.ts';

/** Least and most widths of the first column, in pixels. */
const minCallWidth = 100;
const maxCallWidth = 1000;

export interface ColumnHeadersProps {
  state: WaterfallState;
  /** Width of the first column, in pixels. */
  callWidth: number;
  onResize: (callWidth: number) => void;
}

/** The names of the columns, of which the first can be resized and two sort the calls, and the time axis. */
export function ColumnHeaders({ state, callWidth, onResize }: ColumnHeadersProps) {
  const first = useRef<HTMLTableCellElement>(null);
  return (
    <thead>
      <tr aria-rowindex={1} className="docgraph-row">
        <th scope="col" aria-label="Call" className="docgraph-call-header" ref={first}>
          Call
          <ResizeHandle
            label="Width of the column of calls"
            edge="right"
            size={callWidth}
            min={minCallWidth}
            max={maxCallWidth}
            sizeAt={({ clientX }) => clientX - (first.current?.getBoundingClientRect().left ?? 0)}
            onResize={onResize}
          />
        </th>
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
