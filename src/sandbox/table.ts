type IndexKeys<Row, Index extends string> = Record<Index, (row: Row) => string | undefined>;

/**
 * Rows of one kind by key, with secondary indexes, so that `by` needs no scan. A row for which an index function returns
 * undefined is not in that index. Rows keep their insertion order.
 */
export class Table<Row extends object, Index extends string = never> {
  readonly #rows = new Map<string, Row>();
  readonly #indexes: { name: Index; keyOf: (row: Row) => string | undefined; rows: Map<string, Set<Row>> }[];
  readonly #keyOf: (row: Row) => string;

  constructor(keyOf: (row: Row) => string, indexes: IndexKeys<Row, Index>) {
    this.#keyOf = keyOf;
    this.#indexes = (Object.keys(indexes) as Index[]).map((name) => ({
      name,
      keyOf: indexes[name],
      rows: new Map<string, Set<Row>>(),
    }));
  }

  get size(): number {
    return this.#rows.size;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  insert(row: Row): Row {
    const key = this.#keyOf(row);
    if (this.#rows.has(key)) throw new Error(`Duplicate key ${key}`);
    this.#rows.set(key, row);
    for (const index of this.#indexes) add(index.rows, index.keyOf(row), row);
    return row;
  }

  /** Applies the changes to the row and updates the indexes. A value of undefined removes the field. */
  update(row: Row, changes: Partial<Row>): Row {
    const before = this.#indexes.map((index) => index.keyOf(row));
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) Reflect.deleteProperty(row, name);
      else Reflect.set(row, name, value);
    }
    this.#indexes.forEach((index, i) => {
      const after = index.keyOf(row);
      if (after === before[i]) return;
      drop(index.rows, before[i], row);
      add(index.rows, after, row);
    });
    return row;
  }

  remove(row: Row): void {
    this.#rows.delete(this.#keyOf(row));
    for (const index of this.#indexes) drop(index.rows, index.keyOf(row), row);
  }

  /** The rows with this key in an index, as a new array. */
  by(index: Index, key: string): Row[] {
    return [...(this.#set(index, key) ?? [])];
  }

  /** The number of rows with this key in an index. */
  count(index: Index, key: string): number {
    return this.#set(index, key)?.size ?? 0;
  }

  all(): Row[] {
    return [...this.#rows.values()];
  }

  #set(name: Index, key: string): Set<Row> | undefined {
    return this.#indexes.find((index) => index.name === name)?.rows.get(key);
  }
}

function add<Row>(rows: Map<string, Set<Row>>, key: string | undefined, row: Row): void {
  if (key === undefined) return;
  const set = rows.get(key);
  if (set === undefined) rows.set(key, new Set([row]));
  else set.add(row);
}

function drop<Row>(rows: Map<string, Set<Row>>, key: string | undefined, row: Row): void {
  if (key === undefined) return;
  const set = rows.get(key);
  set?.delete(row);
  if (set?.size === 0) rows.delete(key);
}
