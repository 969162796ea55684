import { describe, expect, it } from 'vitest';
import {
  csvOf,
  maxColumns,
  maxDepth,
  maxRows,
  maxTables,
  maxVisited,
  tablesOf,
} from '../../../src/explorer/app/results/tables.ts';

const data = {
  organizations: {
    nodes: [
      { title: 'A', emails: ['x', 'y'], owner: { name: 'O' }, sites: { nodes: [{ title: 'S', live: true }] } },
      { title: 'B', owner: null, sites: { nodes: [{ title: 'T', live: false }, null] } },
    ],
  },
};

/** An object in an object, so many levels deep. */
function nested(levels: number): object {
  let value: object = { end: 1 };
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}

describe('tables of a result', () => {
  it('have a column for each value, and those of all parents at the same place', () => {
    expect(tablesOf(data).tables).toEqual([
      {
        path: 'organizations.nodes',
        columns: ['title', 'emails', 'owner.name', 'sites.nodes', 'owner'],
        hasMoreColumns: false,
        rows: [
          ['A', 'x, y', 'O', '1 item', undefined],
          ['B', undefined, undefined, '2 items', null],
        ],
        count: 2,
      },
      {
        path: 'organizations.nodes.sites.nodes',
        columns: ['title', 'live'],
        hasMoreColumns: false,
        rows: [
          ['S', true],
          ['T', false],
        ],
        count: 2,
      },
    ]);
  });

  it.each([null, undefined, 1, {}, { list: [] }, { list: [1, 'a', null] }])('are none in %j', (value) => {
    expect(tablesOf(value)).toEqual({ tables: [], isComplete: true });
  });

  it('have a bounded number of rows, and tell all', () => {
    const { tables, isComplete } = tablesOf({ list: Array.from({ length: maxRows + 5 }, (_, number) => ({ number })) });
    expect([tables[0]?.rows.length, tables[0]?.count, isComplete]).toEqual([maxRows, maxRows + 5, true]);
  });

  it('have a bounded number of columns, and tell that there are more', () => {
    const wide = (columns: number) =>
      Object.fromEntries(Array.from({ length: columns }, (_, number) => [`c${number}`, number]));
    const tables = [maxColumns, maxColumns + 1].map((columns) => tablesOf({ list: [wide(columns)] }).tables[0]);
    expect(tables.map((table) => [table?.columns.length, table?.hasMoreColumns])).toEqual([
      [maxColumns, false],
      [maxColumns, true],
    ]);
  });

  it.each([
    ['too many records', { list: Array.from({ length: maxVisited }, () => ({})) }],
    ['too many lists', Object.fromEntries(Array.from({ length: maxTables + 1 }, (_, number) => [`l${number}`, [{}]]))],
    ['too many levels', nested(maxDepth + 1)],
    ['far too many levels', nested(10_000)],
  ])('are not complete in a result with %s', (_, result) => {
    expect(tablesOf(result).isComplete).toBe(false);
  });

  it('are complete in a result at the bounds', () => {
    // The data and the list count, too.
    const long = tablesOf({ list: Array.from({ length: maxVisited - 2 }, () => ({})) });
    expect([long.tables[0]?.count, long.isComplete]).toEqual([maxVisited - 2, true]);
    expect(tablesOf(nested(maxDepth)).isComplete).toBe(true);
  });

  it('become CSV that spreadsheets read as text', () => {
    const [table] = tablesOf({ list: [{ a: 'x, "y"\n', b: '=1+1', c: -1, d: null }] }).tables;
    expect(csvOf(table as never)).toBe(`a,b,c,d\r\n"x, ""y""\n",'=1+1,-1,\r\n`);
  });
});
