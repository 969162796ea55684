import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { useRememberedNumber } from '../remembered.ts';
import { ColumnHeaders } from './column-headers.tsx';
import { CallsRow } from './row.tsx';
import type { Row } from './rows.ts';
import { lengthOf } from './time-scale.ts';
import type { WaterfallState } from './use-waterfall.ts';
import { useRowHeight, useVisibleRange } from './virtual-rows.ts';

/** What of the window the first column takes until it is resized. */
const initialShare = 0.32;

/** The rows, of which only those in view are in the document. */
export function Grid({ state }: { state: WaterfallState }) {
  const { rows, active, scale } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const [callWidth, setCallWidth] = useRememberedNumber('callWidth', Math.round(initialShare * window.innerWidth));
  const id = useId();
  const rowHeight = useRowHeight();
  const { first, last } = useVisibleRange(scroller, rows.length, rowHeight);
  useScrollToTop(scroller, state.filter, state.sort);
  useScrollIntoView(scroller, active ? rows.indexOf(active) : -1, rowHeight);
  const idOf = (row: Row) => `${id}${row.key.replaceAll(' ', '-')}`;
  const isRendered = active && rows.slice(first, last).includes(active);
  return (
    <div className="docgraph-grid" ref={scroller}>
      <table
        {...treeGrid(isRendered ? idOf(active) : undefined)}
        aria-rowcount={rows.length + 1}
        style={{
          '--call-width': `${callWidth}px`,
          '--tick': lengthOf(scale.step, scale),
          '--row-height': `${rowHeight}px`,
        }}
        onKeyDown={(event) => onKey(event, state)}
        onClick={({ target }) => onClick(target, state)}
        onPointerOver={({ target }) => state.setHovered(keyOf(target))}
        onPointerLeave={() => state.setHovered(undefined)}
      >
        <ColumnHeaders state={state} callWidth={callWidth} onResize={setCallWidth} />
        <tbody style={{ height: rows.length * rowHeight }}>
          {rows.slice(first, last).map((row, i) => (
            <CallsRow key={row.key} id={idOf(row)} row={row} index={first + i} state={state} />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="docgraph-empty">{emptyText(state)}</p>}
    </div>
  );
}

/** Cells of a table become those of a tree grid with it: it has the focus, and names its active row. */
function treeGrid(activeId: string | undefined) {
  return {
    role: 'treegrid',
    tabIndex: 0,
    'aria-label': 'REST calls by level and operation',
    'aria-activedescendant': activeId,
  };
}

function onClick(target: EventTarget, { setActiveKey, toggle }: WaterfallState): void {
  const key = keyOf(target);
  if (key === undefined) return;
  setActiveKey(key);
  toggle(key);
}

/** The key of the row that an element is in. */
function keyOf(target: EventTarget): string | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-key]') : null;
  return row?.dataset.key;
}

function emptyText({ calls }: WaterfallState): string {
  return calls.length === 0 ? 'The request made no REST calls.' : 'No call matches the filter.';
}

/** Shows the first rows when the filter or the order changes. */
function useScrollToTop(scroller: { current: HTMLDivElement | null }, filter: object, sort: object | undefined): void {
  const shown = useRef({ filter, sort });
  useLayoutEffect(() => {
    if (filter === shown.current.filter && sort === shown.current.sort) return;
    shown.current = { filter, sort };
    scroller.current?.scrollTo(0, 0);
  }, [scroller, filter, sort]);
}

/** Scrolls only as far as needed, when another row becomes active. */
function useScrollIntoView(scroller: { current: HTMLDivElement | null }, index: number, rowHeight: number): void {
  const shown = useRef(-1);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || index === shown.current) return;
    shown.current = index;
    if (index < 0) return;
    const top = index * rowHeight;
    const bottom = top + 2 * rowHeight - element.clientHeight;
    if (element.scrollTop > top) element.scrollTop = top;
    else if (element.scrollTop < bottom) element.scrollTop = bottom;
  }, [scroller, index, rowHeight]);
}

const pageRows = 10;

function onKey(event: KeyboardEvent, state: WaterfallState): void {
  // The buttons in the header have keys of their own, and so have the browser and screen readers.
  if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
  const { rows, active, setActiveKey, toggle } = state;
  const index = active ? rows.indexOf(active) : -1;
  const moveTo = (next: number) => setActiveKey(rows[Math.min(rows.length - 1, Math.max(0, next))]?.key);
  const moveToParent = () => {
    const parent = rows.slice(0, Math.max(index, 0)).findLastIndex(({ depth }) => depth < (active?.depth ?? 0));
    if (parent >= 0) moveTo(parent);
  };
  const actions: Record<string, () => void> = {
    ArrowDown: () => moveTo(index + 1),
    ArrowUp: () => moveTo(index - 1),
    PageDown: () => moveTo(index + pageRows),
    PageUp: () => moveTo(index - pageRows),
    Home: () => moveTo(0),
    End: () => moveTo(rows.length - 1),
    Enter: () => active && toggle(active.key),
    ' ': () => active && toggle(active.key),
    Escape: () => setActiveKey(undefined),
    ArrowRight: () => (isCollapsed(active) ? toggle(active.key, true) : moveTo(index + 1)),
    ArrowLeft: () => (isExpanded(active) ? toggle(active.key, false) : moveToParent()),
  };
  const action = actions[event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
}

function isExpanded(row: Row | undefined): row is Row {
  return row !== undefined && row.kind !== 'call' && row.isExpanded;
}

function isCollapsed(row: Row | undefined): row is Row {
  return row !== undefined && row.kind !== 'call' && !row.isExpanded;
}
