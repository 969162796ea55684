import { isJsonObject, type JsonObject } from '../../../engine/contract/json.ts';

/** The value of a cell: lists of objects are shown as their number of items. */
export type Cell = string | number | boolean | null | undefined;

/** One list of a result: of all records at the same place, whatever their parents are. */
export interface Table {
  /** Response names down to the list, joined by dots. */
  readonly path: string;
  /** Response names below an item, joined by dots. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Number of all rows; the table has at most `maxRows`. */
  readonly count: number;
}

export const maxRows = 1_000;
const maxColumns = 50;
const maxTables = 50;
/** How deep objects are followed, in an item and down to lists. */
const maxDepth = 20;
/** How many values a search visits. */
const maxVisited = 200_000;

/** The lists of objects in the data of a result, in their order. */
export function tablesOf(data: unknown): Table[] {
  const lists = new Map<string, JsonObject[]>();
  let visited = 0;
  const visit = (value: unknown, path: readonly string[]): void => {
    if (++visited > maxVisited || path.length > maxDepth) return;
    if (Array.isArray(value)) {
      const items = value.filter(isJsonObject);
      if (items.length > 0) add(lists, path.join('.'), items);
      for (const item of value) visit(item, path);
    } else if (isJsonObject(value)) {
      for (const name of Object.keys(value)) visit(value[name], [...path, name]);
    }
  };
  visit(data, []);
  return [...lists].map(([path, items]) => tableOf(path, items));
}

/** The table as text in the form of RFC 4180, with a row of names. */
export function csvOf({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function add(lists: Map<string, JsonObject[]>, path: string, items: readonly JsonObject[]): void {
  const list = lists.get(path);
  if (list !== undefined) for (const item of items) list.push(item);
  else if (lists.size < maxTables) lists.set(path, [...items]);
}

function tableOf(path: string, items: readonly JsonObject[]): Table {
  const columns = new Set<string>();
  const rows = items.slice(0, maxRows).map((item) => {
    const cells = new Map<string, Cell>();
    addCells(cells, item, [], columns);
    return cells;
  });
  const names = [...columns];
  return { path, columns: names, rows: rows.map((cells) => names.map((name) => cells.get(name))), count: items.length };
}

function addCells(cells: Map<string, Cell>, item: JsonObject, path: readonly string[], columns: Set<string>): void {
  for (const [name, value] of Object.entries(item)) {
    const place = [...path, name];
    if (isJsonObject(value) && place.length < maxDepth) {
      addCells(cells, value, place, columns);
      continue;
    }
    const column = place.join('.');
    if (!columns.has(column) && columns.size >= maxColumns) continue;
    columns.add(column);
    cells.set(column, cellOf(value));
  }
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
