type IndexKeys<Row, Index extends string> = Record<Index, (row: Row) => string | undefined>;

/**
 * Rows of one kind under their key, with secondary indexes: `by` answers without a scan. An index whose function gives
 * undefined for a row leaves the row out. Rows keep the order in which they were inserted.
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
    if (this.#rows.has(key)) throw new Error(`Two rows under the key ${key}`);
    this.#rows.set(key, row);
    for (const index of this.#indexes) add(index.rows, index.keyOf(row), row);
    return row;
  }

  /** Writes the changes into the row and moves it in the indexes; a change to undefined removes the field. */
  update(row: Row, changes: Partial<Row>): Row {
    const before = this.#indexes.map((index) => index.keyOf(row));
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) Reflect.deleteProperty(row, name);
      else Reflect.set(row, name, value);
    }
    this.#indexes.forEach((index, i) => {
      const now = index.keyOf(row);
      if (now === before[i]) return;
      drop(index.rows, before[i], row);
      add(index.rows, now, row);
    });
    return row;
  }

  remove(row: Row): void {
    this.#rows.delete(this.#keyOf(row));
    for (const index of this.#indexes) drop(index.rows, index.keyOf(row), row);
  }

  /** The rows that an index holds under a key, as a new array. */
  by(index: Index, key: string): Row[] {
    return [...(this.#set(index, key) ?? [])];
  }

  /** How many rows an index holds under a key. */
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
