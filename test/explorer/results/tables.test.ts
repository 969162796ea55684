import { describe, expect, it } from 'vitest';
import { csvOf, maxRows, tablesOf } from '../../../src/explorer/app/results/tables.ts';

const data = {
  organizations: {
    nodes: [
      { title: 'A', emails: ['x', 'y'], owner: { name: 'O' }, sites: { nodes: [{ title: 'S', live: true }] } },
      { title: 'B', owner: null, sites: { nodes: [{ title: 'T', live: false }, null] } },
    ],
  },
};

describe('tables of a result', () => {
  it('have a column for each value, and those of all parents at the same place', () => {
    expect(tablesOf(data)).toEqual([
      {
        path: 'organizations.nodes',
        columns: ['title', 'emails', 'owner.name', 'sites.nodes', 'owner'],
        rows: [
          ['A', 'x, y', 'O', '1 item', undefined],
          ['B', undefined, undefined, '2 items', null],
        ],
        count: 2,
      },
      {
        path: 'organizations.nodes.sites.nodes',
        columns: ['title', 'live'],
        rows: [
          ['S', true],
          ['T', false],
        ],
        count: 2,
      },
    ]);
  });

  it.each([null, undefined, 1, {}, { list: [] }, { list: [1, 'a', null] }])('are none in %j', (value) => {
    expect(tablesOf(value)).toEqual([]);
  });

  it('have a bounded number of rows, and tell all', () => {
    const [table] = tablesOf({ list: Array.from({ length: maxRows + 5 }, (_, number) => ({ number })) });
    expect([table?.rows.length, table?.count]).toEqual([maxRows, maxRows + 5]);
  });

  it('have bounded columns and depth', () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, number) => [`c${number}`, number]));
    let deep: object = { end: 1 };
    for (let depth = 0; depth < 10_000; depth++) deep = { a: deep };
    expect(tablesOf({ list: [wide] })[0]?.columns.length).toBe(50);
    expect(tablesOf(deep)).toEqual([]);
  });

  it('become CSV that spreadsheets read as text', () => {
    const [table] = tablesOf({ list: [{ a: 'x, "y"\n', b: '=1+1', c: -1, d: null }] });
    expect(csvOf(table as never)).toBe(`a,b,c,d\r\n"x, ""y""\n",'=1+1,-1,\r\n`);
  });
});
