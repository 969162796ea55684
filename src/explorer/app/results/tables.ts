import { isJsonObject, type JsonObject } from '../../../engine/contract/json.ts';

/** The value of a cell: lists of objects are shown as their number of items. */
export type Cell = string | number | boolean | null | undefined;

/** One list of a result: of all records at the same place, whatever their parents are. */
export interface Table {
  /** Response names down to the list, joined by dots. */
  readonly path: string;
  /** Response names below an item, joined by dots. */
  readonly columns: readonly string[];
  /** Whether items have more values than there are columns. */
  readonly hasMoreColumns: boolean;
  readonly rows: readonly (readonly Cell[])[];
  /** Number of all rows that were found; the table has at most `maxRows`. */
  readonly count: number;
}

/** The lists of a result. Where the search has ended at a bound, there may be more, and they may have more rows. */
export interface Tables {
  readonly tables: readonly Table[];
  readonly isComplete: boolean;
}

export const maxRows = 1_000;
export const maxColumns = 50;
export const maxTables = 50;
/** How deep objects are followed, in an item and down to lists. */
export const maxDepth = 20;
/** How many lists and objects a search visits. */
export const maxVisited = 200_000;

/** The lists of objects in the data of a result, in their order. */
export function tablesOf(data: unknown): Tables {
  const lists = new Map<string, JsonObject[]>();
  let visited = 0;
  let isComplete = true;
  const visit = (value: unknown, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    if (visited >= maxVisited || path.length > maxDepth) {
      isComplete = false;
      return;
    }
    visited++;
    if (Array.isArray(value)) {
      const items = value.filter(isJsonObject);
      if (items.length > 0 && !add(lists, path.join('.'), items)) isComplete = false;
      for (const item of value) visit(item, path);
    } else if (isJsonObject(value)) {
      for (const name of Object.keys(value)) visit(value[name], [...path, name]);
    }
  };
  visit(data, []);
  return { tables: [...lists].map(([path, items]) => tableOf(path, items)), isComplete };
}

/** The table as text in the form of RFC 4180, with a row of names. */
export function csvOf({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** Whether there is room for the items. */
function add(lists: Map<string, JsonObject[]>, path: string, items: readonly JsonObject[]): boolean {
  const list = lists.get(path);
  if (list !== undefined) for (const item of items) list.push(item);
  else if (lists.size < maxTables) lists.set(path, [...items]);
  else return false;
  return true;
}

function tableOf(path: string, items: readonly JsonObject[]): Table {
  const columns = new Set<string>();
  let hasMoreColumns = false;
  const rows = items.slice(0, maxRows).map((item) => {
    const cells = new Map<string, Cell>();
    for (const [column, cell] of cellsOf(item, [])) {
      if (columns.size < maxColumns) columns.add(column);
      if (columns.has(column)) cells.set(column, cell);
      else hasMoreColumns = true;
    }
    return cells;
  });
  const names = [...columns];
  return {
    path,
    columns: names,
    hasMoreColumns,
    rows: rows.map((cells) => names.map((name) => cells.get(name))),
    count: items.length,
  };
}

/** The values of an item with the names of their columns. */
function cellsOf(item: JsonObject, path: readonly string[]): [string, Cell][] {
  return Object.entries(item).flatMap(([name, value]): [string, Cell][] => {
    const place = [...path, name];
    if (isJsonObject(value) && place.length < maxDepth) return cellsOf(value, place);
    return [[place.join('.'), cellOf(value)]];
  });
}

function cellOf(value: unknown): Cell {
  if (!Array.isArray(value)) return isJsonObject(value) ? JSON.stringify(value) : (value as Cell);
  return value.some((item) => typeof item === 'object' && item !== null)
    ? `${value.length} item${value.length === 1 ? '' : 's'}`
    : value.join(', ');
}

function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === undefined || cell === null ? '' : String(cell);
  // Spreadsheets execute texts that begin like a formula.
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
