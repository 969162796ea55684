import type { CallGroup, Level } from './groups.ts';
import type { TimedCall } from './timed-call.ts';
import type { UrlPart } from './url-parts.ts';

/** A row of the pane. `depth` is its level in the tree, from 1. */
export type Row = LevelRow | GroupRow | CallRow;

export interface LevelRow {
  readonly kind: 'level';
  readonly key: string;
  readonly depth: 1;
  readonly level: Level;
  readonly isExpanded: boolean;
}

export interface GroupRow {
  readonly kind: 'group';
  readonly key: string;
  readonly depth: 2;
  readonly group: CallGroup;
  readonly isExpanded: boolean;
}

export interface CallRow {
  readonly kind: 'call';
  readonly key: string;
  /** A call that is alone in its group takes the group's place. */
  readonly depth: 2 | 3;
  readonly call: TimedCall;
  readonly url: readonly UrlPart[];
}

/**
 * The visible rows, where the keys in `toggled` are not as they are at first: levels are expanded, and groups are if
 * `expandsGroups`.
 */
export function rowsOf(levels: readonly Level[], toggled: ReadonlySet<string>, expandsGroups: boolean): Row[] {
  return levels.flatMap((level): Row[] => {
    const key = levelKey(level.level);
    const isExpanded = !toggled.has(key);
    const row: LevelRow = { kind: 'level', key, depth: 1, level, isExpanded };
    return isExpanded ? [row, ...level.groups.flatMap((group) => groupRows(group, toggled, expandsGroups))] : [row];
  });
}

function groupRows(group: CallGroup, toggled: ReadonlySet<string>, expandsGroups: boolean): Row[] {
  const { calls, key } = group;
  if (calls.length === 1) return callRows(group, 2);
  const isExpanded = toggled.has(key) !== expandsGroups;
  const row: GroupRow = { kind: 'group', key, depth: 2, group, isExpanded };
  return isExpanded ? [row, ...callRows(group, 3)] : [row];
}

export function callRows({ calls, urls }: CallGroup, depth: CallRow['depth']): CallRow[] {
  return calls.map((call, i) => ({ kind: 'call', key: callKey(call), depth, call, url: urls[i] ?? [] }));
}

export function callsOf(row: Row): readonly TimedCall[] {
  if (row.kind === 'call') return [row.call];
  return row.kind === 'group' ? row.group.calls : row.level.calls;
}

export function levelKey(level: number): string {
  return `level ${level}`;
}

export function callKey({ index }: TimedCall): string {
  return `call ${index}`;
}
