import { useMemo, useState } from 'react';
import { placedCalls } from '../../../engine/plan/call-levels.ts';
import type { Plan } from '../../../engine/plan/call-tree.ts';
import type { Explained } from '../explain.ts';
import type { EditorPoint, LinkTarget } from '../links/editor-links.ts';
import { type Filter, matcherOf } from './filter.ts';
import { type CallGroup, groupCalls, type Level } from './groups.ts';
import { callKey, callsOf, levelKey, type Row, rowsOf } from './rows.ts';
import { type Sort, sortedRows } from './sorted-rows.ts';
import { type TimeWindow, timeScale } from './time-scale.ts';
import { criticalPath, plannedCalls, type TimedCall } from './timed-call.ts';

const noFilter: Filter = { text: '', marks: new Set() };

/** Which rows the user wants to see. It outlives a response: the same operation may be executed again. */
export interface RowsView {
  readonly filter: Filter;
  readonly sort: Sort | undefined;
  readonly toggled: Toggled;
}

/** The keys of the rows that were toggled: among all calls, and among those that match the filter. */
interface Toggled {
  readonly all: ReadonlySet<string>;
  readonly filtered: ReadonlySet<string>;
}

const initialView: RowsView = {
  filter: noFilter,
  sort: undefined,
  toggled: { all: new Set(), filtered: new Set() },
};

export interface ViewState {
  /** Undefined until the user has changed it. */
  readonly view: RowsView | undefined;
  readonly setView: (view: RowsView) => void;
}

/** The state of the pane: its rows, the active one, and those that are highlighted. */
export function useWaterfall({ calls: explainedCalls, plan }: Explained, data: unknown, viewState: ViewState) {
  const request = useMemo(() => timedRequest(explainedCalls, plan), [explainedCalls, plan]);
  const { scale, setWindow } = useScale(request);
  const { expand, ...shown } = useRows(request.calls, viewState);
  const { levels, rows } = shown;
  const { active, setActiveKey, ...linked } = useActiveRow(rows, request);
  const [pointed, setPointed] = useState<ReadonlySet<string>>(new Set());
  /** Selects a call, and expands what hides it. */
  const select = (call: TimedCall) => {
    expand(call);
    setActiveKey(callKey(call));
  };
  const callsAtPoint = (point: EditorPoint) =>
    callsAt(
      levels.flatMap(({ calls }) => calls),
      point,
    );
  return {
    ...request,
    data,
    scale,
    setWindow,
    ...shown,
    ...linked,
    active,
    setActiveKey,
    select,
    pointed,
    point: (point: EditorPoint | undefined) => setPointed(keysOf(point ? callsAtPoint(point) : [], levels)),
    pick: (point: EditorPoint) => {
      const [call] = callsAtPoint(point);
      if (call) select(call);
    },
  };
}

/** The rows that match the filter, and which of them are expanded. */
function useRows(calls: readonly TimedCall[], { view = initialView, setView }: ViewState) {
  const { filter, sort, toggled } = view;
  const isFiltered = filter.text.trim() !== '' || filter.marks.size > 0;
  const shown = isFiltered ? 'filtered' : 'all';
  const levels = useMemo(() => groupCalls(calls.filter(matcherOf(filter))), [calls, filter]);
  const rows = useMemo(
    () => (sort ? sortedRows(levels, sort) : rowsOf(levels, toggled[shown], isFiltered)),
    [levels, toggled, shown, isFiltered, sort],
  );
  const setFilter = (next: Filter) =>
    setView({ ...view, filter: next, toggled: { all: toggled.all, filtered: new Set() } });
  const setToggled = (keys: ReadonlySet<string>) => setView({ ...view, toggled: { ...toggled, [shown]: keys } });
  /** Expands or collapses a row; does the other of both where `isExpanded` is left out. */
  const toggle = (key: string, isExpanded?: boolean) => {
    const row = rows.find((one) => one.key === key);
    if (row === undefined || row.kind === 'call' || row.isExpanded === isExpanded) return;
    setToggled(withToggled(toggled[shown], key));
  };
  /** Expands what hides a call, and leaves a filter that does. */
  const expand = (call: TimedCall) => {
    if (matcherOf(filter)(call)) {
      setToggled(expandedFor(call, levels, toggled[shown], isFiltered));
    } else {
      const all = expandedFor(call, groupCalls(calls), toggled.all, false);
      setView({ ...view, filter: noFilter, toggled: { all, filtered: new Set() } });
    }
  };
  const setSort = (next: Sort | undefined) => setView({ ...view, sort: next });
  return { filter, setFilter, sort, setSort, levels, rows, toggle, expand };
}

/** The time axis: all of the request, or the part that was chosen. */
function useScale(request: { latestEnd: number }) {
  const [chosen, setChosen] = useState<{ window: TimeWindow | undefined; request: object }>();
  const window = chosen?.request === request ? chosen.window : undefined;
  const scale = useMemo(() => timeScale(window?.to ?? request.latestEnd, window?.from), [window, request]);
  return { scale, setWindow: (next: TimeWindow | undefined) => setChosen({ window: next, request }) };
}

/** The selected row, and what is linked to the editors: the row that the pointer is on, or the selected one. */
function useActiveRow(rows: readonly Row[], request: object) {
  const [selected, setSelected] = useState<{ key: string | undefined; request: object }>();
  const [hovered, setHovered] = useState<string>();
  // The keys of another request's calls name other calls.
  const activeKey = selected?.request === request ? selected.key : undefined;
  const active = rows.find(({ key }) => key === activeKey);
  const hoveredRow = rows.find(({ key }) => key === hovered);
  const setActiveKey = (key: string | undefined) => setSelected({ key, request });
  return { active, setActiveKey, setHovered, target: useTarget(hoveredRow ?? active), revealed: useTarget(active) };
}

export type WaterfallState = ReturnType<typeof useWaterfall>;

function timedRequest(explainedCalls: Explained['calls'], plan: Plan | null) {
  const calls = placedCalls(explainedCalls, plan);
  return {
    calls,
    plan,
    planned: plannedCalls(plan),
    critical: criticalPath(calls),
    latestEnd: Math.max(1, ...calls.map(({ end }) => end)),
  };
}

function useTarget(row: Row | undefined): LinkTarget | undefined {
  return useMemo(() => row && targetOf(row), [row]);
}

/** The rows of calls: their own, and those of their groups, which are there instead while they are collapsed. */
function keysOf(calls: readonly TimedCall[], levels: readonly Level[]): ReadonlySet<string> {
  return new Set(calls.flatMap((call) => [callKey(call), groupOf(levels, call)?.key ?? '']));
}

function withToggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

function expandedFor(call: TimedCall, levels: readonly Level[], toggled: ReadonlySet<string>, isFiltered: boolean) {
  const next = new Set(toggled);
  next.delete(levelKey(call.level));
  const group = groupOf(levels, call)?.key;
  if (group === undefined) return next;
  if (isFiltered) next.delete(group);
  else next.add(group);
  return next;
}

/** The calls that a point in an editor belongs to: those of the nearest field at it or above it that has calls. */
export function callsAt(calls: readonly TimedCall[], point: EditorPoint): TimedCall[] {
  const lengthOf =
    'field' in point
      ? (call: TimedCall) => fieldMatch(call, point.field)
      : (call: TimedCall) => pathMatch(call, point.path);
  const longest = Math.max(0, ...calls.map(lengthOf));
  return longest === 0 ? [] : calls.filter((call) => lengthOf(call) === longest);
}

/** How many steps of a field a call's field has, if it is the same field or one above; 0 otherwise. */
function fieldMatch({ field }: TimedCall, other: string): number {
  return field !== undefined && `${other}.`.startsWith(`${field}.`) ? field.split('.').length : 0;
}

function pathMatch({ responsePath = [] }: TimedCall, other: readonly (string | number)[]): number {
  return responsePath.every((step, i) => step === other[i]) ? responsePath.length : 0;
}

function groupOf(levels: readonly Level[], call: TimedCall): CallGroup | undefined {
  return levels.flatMap(({ groups }) => groups).find(({ calls }) => calls.includes(call));
}

/** The fields and places of a row's calls. */
function targetOf(row: Row): LinkTarget {
  const calls = callsOf(row);
  return {
    fields: [...new Set(calls.flatMap(({ field }) => field ?? []))],
    paths: calls.flatMap(({ responsePath }) => (responsePath ? [responsePath] : [])),
  };
}
