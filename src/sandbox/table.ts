type IndexKeys<Row, Index extends string> = Record<Index, (row: Row) => string | undefined>;

/** The numbers of rows; `all` is that of all rows. */
export type Sizes = { readonly all: number } & Readonly<Record<string, number>>;

/** The rows of an index key: one, or several in their order. Most keys have one row. */
type Bucket<Row> = Row | Set<Row>;

/** Rows of an index key that are created when one of them is needed. */
interface Deferred {
  /** Each of them inserts some of the rows. */
  loads: (() => void)[];
  sizes: (() => Sizes) | undefined;
}

/**
 * Rows of one kind by key, with secondary indexes, so that `by` needs no scan. A row for which an index function returns
 * undefined is not in that index. Rows keep their insertion order. Rows can be deferred: they are created at the first
 * access to their key, and their number is known before.
 */
export class Table<Row extends object, Index extends string = never> {
  readonly #rows = new Map<string, Row>();
  readonly #indexes: { name: Index; keyOf: (row: Row) => string | undefined; rows: Map<string, Bucket<Row>> }[];
  readonly #keyOf: (row: Row) => string;
  readonly #deferredRows = new Map<string, () => void>();
  readonly #deferred = new Map<string, Deferred>();

  constructor(keyOf: (row: Row) => string, indexes: IndexKeys<Row, Index>) {
    this.#keyOf = keyOf;
    this.#indexes = (Object.keys(indexes) as Index[]).map((name) => ({
      name,
      keyOf: indexes[name],
      rows: new Map<string, Bucket<Row>>(),
    }));
  }

  get size(): number {
    return this.#rows.size;
  }

  get(key: string): Row | undefined {
    const load = this.#deferredRows.get(key);
    if (load !== undefined) {
      this.#deferredRows.delete(key);
      load();
    }
    return this.#rows.get(key);
  }

  /** Defers the row with this key: `load` inserts it, and may insert others, before it is first read. */
  defer(key: string, load: () => void): void {
    this.#deferredRows.set(key, load);
  }

  /**
   * Defers rows with this key in an index: `load` inserts them. `sizes` gives the numbers of all deferred rows of the key
   * without creating them; without it, counting the rows creates them. The key of a `group` is any name; its rows are created
   * by `load` only.
   */
  deferBy(index: Index | 'group', key: string, load: () => void, sizes?: () => Sizes): void {
    const name = `${index} ${key}`;
    const deferred = this.#deferred.get(name);
    if (deferred === undefined) this.#deferred.set(name, { loads: [load], sizes });
    else deferred.loads.push(load);
  }

  /** Creates the deferred rows with this key in an index, which `get` then finds. */
  load(index: Index | 'group', key: string): void {
    if (this.#deferred.size === 0) return;
    const name = `${index} ${key}`;
    const deferred = this.#deferred.get(name);
    this.#deferred.delete(name);
    for (const load of deferred?.loads ?? []) load();
  }

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  insert(row: Row): Row {
    const key = this.#keyOf(row);
    if (this.#rows.has(key)) throw new Error(`Duplicate key ${key}`);
    for (const { name, keyOf } of this.#indexes) this.load(name, keyOf(row) ?? '');
    this.#deferredRows.delete(key);
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
    this.load(index, key);
    return rowsIn(this.#bucket(index, key));
  }

  count(index: Index, key: string): number {
    return this.#sizes(index, key)?.all ?? sizeOf(this.#bucket(index, key));
  }

  /** The number of rows with this key in an index that pass a test. `name` is the test's name in the deferred sizes. */
  tally(index: Index, key: string, name: string, test: (row: Row) => boolean): number {
    return this.#sizes(index, key)?.[name] ?? rowsIn(this.#bucket(index, key)).filter(test).length;
  }

  all(): Row[] {
    return [...this.#rows.values()];
  }

  /** The sizes of deferred rows; undefined if they are loaded, or if only loading them gives their number. */
  #sizes(index: Index, key: string): Sizes | undefined {
    if (this.#deferred.size === 0) return undefined;
    const deferred = this.#deferred.get(`${index} ${key}`);
    if (deferred !== undefined && deferred.sizes === undefined) this.load(index, key);
    return deferred?.sizes?.();
  }

  #bucket(name: Index, key: string): Bucket<Row> | undefined {
    return this.#indexes.find((index) => index.name === name)?.rows.get(key);
  }
}

/** The changes of a row by a body that removes fields by null: a table removes them by undefined. */
export function changesIn<Body extends object>(body: Body): { [Name in keyof Body]: Exclude<Body[Name], null> } {
  const changes = Object.entries(body).map(([name, value]) => [name, value ?? undefined]);
  return Object.fromEntries(changes) as ReturnType<typeof changesIn<Body>>;
}

function sizeOf<Row extends object>(bucket: Bucket<Row> | undefined): number {
  return bucket instanceof Set ? bucket.size : bucket === undefined ? 0 : 1;
}

function rowsIn<Row extends object>(bucket: Bucket<Row> | undefined): Row[] {
  if (bucket === undefined) return [];
  return bucket instanceof Set ? [...bucket] : [bucket];
}

function add<Row extends object>(rows: Map<string, Bucket<Row>>, key: string | undefined, row: Row): void {
  if (key === undefined) return;
  const bucket = rows.get(key);
  if (bucket === undefined) rows.set(key, row);
  else if (bucket instanceof Set) bucket.add(row);
  else rows.set(key, new Set([bucket, row]));
}

function drop<Row extends object>(rows: Map<string, Bucket<Row>>, key: string | undefined, row: Row): void {
  if (key === undefined) return;
  const bucket = rows.get(key);
  if (bucket instanceof Set) bucket.delete(row);
  if (bucket === row || (bucket instanceof Set && bucket.size === 0)) rows.delete(key);
}
