import { useId, useMemo, useState } from 'react';
import { CopyButton } from '../tools/copy-button.tsx';
import { type Cell, csvOf, type Table, tablesOf } from './tables.ts';

/** One of the lists of a result as a table. */
export function Tables({ data }: { data: unknown }) {
  const tables = useMemo(() => tablesOf(data), [data]);
  const [path, setPath] = useState<string>();
  const id = useId();
  const table = tables.find((one) => one.path === path) ?? tables[0];
  if (table === undefined) return <p>The result has no list of records.</p>;
  return (
    <>
      <label htmlFor={id}>List</label>
      <select id={id} className="docgraph-select" value={table.path} onChange={({ target }) => setPath(target.value)}>
        {tables.map((one) => (
          <option key={one.path} value={one.path}>{`${one.path} (${one.count})`}</option>
        ))}
      </select>
      <TableView table={table} />
      {table.rows.length < table.count && <p>{`The first ${table.rows.length} of ${table.count} rows.`}</p>}
      <CopyButton text={() => Promise.resolve(csvOf(table))}>Copy as CSV</CopyButton>
    </>
  );
}

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
