import { useId, useMemo, useState } from 'react';
import { formatNumber } from '../numbers.ts';
import { CopyButton } from '../tools/copy-button.tsx';
import { type Cell, csvOf, maxDepth, maxTables, maxVisited, type Table, tablesOf } from './tables.ts';

/** One of the lists of a result as a table. */
export function Tables({ data }: { data: unknown }) {
  const { tables, isComplete } = useMemo(() => tablesOf(data), [data]);
  const [path, setPath] = useState<string>();
  const id = useId();
  const table = tables.find((one) => one.path === path) ?? tables[0];
  if (table === undefined) return <p>{isComplete ? 'The result has no list of records.' : searchEnded}</p>;
  const countOf = ({ count }: Table) => `${isComplete ? '' : 'at least '}${count}`;
  return (
    <>
      <label htmlFor={id}>List</label>
      <select id={id} className="docgraph-select" value={table.path} onChange={({ target }) => setPath(target.value)}>
        {tables.map((one) => (
          <option key={one.path} value={one.path}>{`${one.path} (${countOf(one)})`}</option>
        ))}
      </select>
      <TableView table={table} />
      {table.rows.length < table.count && <p>{`The first ${table.rows.length} of ${countOf(table)} rows.`}</p>}
      {table.hasMoreColumns && <p>{`The first ${table.columns.length} columns.`}</p>}
      {!isComplete && <p>{searchEnded}</p>}
      <CopyButton text={() => Promise.resolve(csvOf(table))}>Copy as CSV</CopyButton>
    </>
  );
}

const searchEnded = `The result is not searched whole: lists are looked for in ${formatNumber(maxVisited)} records, to ${maxDepth} levels, and ${maxTables} are listed.`;

function TableView({ table: { path, columns, rows } }: { table: Table }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the arrow keys
    <section className="docgraph-table" aria-label={path} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and never move
            <tr key={number}>
              {columns.map((name, column) => (
                <td key={name}>{textOf(row[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const textOf = (cell: Cell) => (cell === undefined || cell === null ? '' : String(cell));
