import { usageError } from '../exit.ts';

/** Numbers of schemas that hold together, in their order. */
type Clause = readonly number[];

/** Most clauses of a combination. */
const maxClauses = 1000;

/**
 * Combines schemas, so that the same combinations give the same object: schemas that contain their own kind have no end otherwise.
 * Each is a choice between clauses of schemas that hold together, so that it does not matter in which order it was made.
 */
export class Combinations {
  readonly #made = new Map<string, unknown>();
  readonly #clauses = new WeakMap<object, readonly Clause[]>();
  readonly #numbers = new Map<unknown, number>();
  readonly #schemas: unknown[] = [];

  /** What all of these schemas allow; the schema itself if there is only one. Throws a usage error for one that is too complex. */
  allOf(schemas: readonly unknown[]): unknown {
    return this.#choice(schemas.map((schema) => this.#clausesOf(schema)).reduce(product));
  }

  /** What any of these schemas allows. */
  anyOf(schemas: readonly unknown[]): unknown {
    return this.#choice(schemas.flatMap((schema) => this.#clausesOf(schema)));
  }

  #choice(clauses: readonly Clause[]): unknown {
    checkNumber(clauses.length);
    const least = withoutNarrower(clauses);
    if (least.length === 1) return this.#together(least[0] as Clause);
    return this.#make(least, () => ({ anyOf: least.map((clause) => this.#together(clause)) }));
  }

  #together(clause: Clause): unknown {
    const schemas = clause.map((number) => this.#schemas[number]);
    return schemas.length === 1 ? schemas[0] : this.#make([clause], () => ({ allOf: schemas }));
  }

  #make(clauses: readonly Clause[], create: () => object): unknown {
    const key = clauses.map((clause) => clause.join(' ')).join('|');
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const combination = create();
    this.#made.set(key, combination);
    this.#clauses.set(combination, clauses);
    return combination;
  }

  #clausesOf(schema: unknown): readonly Clause[] {
    const made = typeof schema === 'object' && schema !== null ? this.#clauses.get(schema) : undefined;
    return made ?? [[this.#numberOf(schema)]];
  }

  #numberOf(schema: unknown): number {
    const known = this.#numbers.get(schema);
    if (known !== undefined) return known;
    this.#numbers.set(schema, this.#schemas.length);
    return this.#schemas.push(schema) - 1;
  }
}

function checkNumber(clauses: number): void {
  if (clauses <= maxClauses) return;
  throw usageError(`A schema of the document combines others in more than ${maxClauses} ways.`);
}

/** The clauses of which one of each hold together. */
function product(some: readonly Clause[], others: readonly Clause[]): Clause[] {
  checkNumber(some.length * others.length);
  const joined = (one: Clause, other: Clause) => [...new Set([...one, ...other])].sort((a, b) => a - b);
  return some.flatMap((one) => others.map((other) => joined(one, other)));
}

/** A clause allows nothing more than one of which it has all schemas. Sorted, and each once. */
function withoutNarrower(clauses: readonly Clause[]): readonly Clause[] {
  const sets = [...new Map(clauses.map((clause) => [clause.join(' '), new Set(clause)])).values()];
  const isNarrower = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
    other.size < one.size && [...other].every((number) => one.has(number));
  return sets
    .filter((one) => !sets.some((other) => isNarrower(one, other)))
    .map((set) => [...set])
    .sort(byNumbers);
}

function byNumbers(one: Clause, other: Clause): number {
  const at = one.findIndex((number, i) => number !== other[i]);
  return at < 0 ? one.length - other.length : (one[at] as number) - (other[at] ?? -1);
}
