/** How a result differs from that of the client. */
export const differenceKinds = ['missing', 'extra', 'null', 'type', 'length', 'order', 'value', 'error'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** `path` has response keys, and `[]` for the items of a list: neither indices nor values. */
export interface ResultDifference {
  readonly path: string;
  readonly kind: DifferenceKind;
}

/** What of an error is compared: messages of two builds may differ. */
export interface ErrorPlace {
  readonly path: readonly (string | number)[];
  readonly code: string;
}

export interface ComparableResult {
  readonly data: unknown;
  readonly errors: readonly ErrorPlace[];
}

/** Most differences of one pair of results: the others rarely tell more. */
const maxDifferences = 20;

/** Longest path, in characters: clients choose the response keys. */
const maxPathLength = 200;

/** The differences of a result from an expected one, in steps. Each path and kind is there once. */
export function* differencesInSteps(
  expected: ComparableResult,
  actual: ComparableResult,
): Generator<void, ResultDifference[], void> {
  const found = new Differences();
  compareErrors(expected.errors, actual.errors, found);
  const pairs: Pair[] = [{ path: 'data', expected: expected.data, actual: actual.data }];
  for (let pair = pairs.pop(); pair !== undefined && !found.isFull; pair = pairs.pop()) {
    compare(pair, pairs, found);
    yield;
  }
  return found.all;
}

interface Pair {
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

class Differences {
  readonly #all = new Map<string, ResultDifference>();

  add(path: string, kind: DifferenceKind): void {
    const shown = path.slice(0, maxPathLength).toWellFormed();
    if (!this.isFull) this.#all.set(`${kind} ${shown}`, { path: shown, kind });
  }

  get isFull(): boolean {
    return this.#all.size >= maxDifferences;
  }

  get all(): ResultDifference[] {
    return [...this.#all.values()];
  }
}

/** Compares two values; what is inside of them is added to the pairs. */
function compare({ path, expected, actual }: Pair, pairs: Pair[], found: Differences): void {
  if (Object.is(expected, actual) || expected === actual) return;
  const type = typeOf(expected);
  if (expected === null || actual === null) found.add(path, 'null');
  else if (type !== typeOf(actual)) found.add(path, 'type');
  else if (Array.isArray(expected)) compareLists(path, expected, actual as unknown[], pairs, found);
  else if (type === 'object') compareObjects(path, expected as Fields, actual as Fields, pairs, found);
  else found.add(path, 'value');
}

type Fields = Readonly<Record<string, unknown>>;

function compareLists(
  path: string,
  expected: readonly unknown[],
  actual: readonly unknown[],
  pairs: Pair[],
  found: Differences,
): void {
  if (expected.length !== actual.length) {
    found.add(path, 'length');
    return;
  }
  for (let i = 0; i < expected.length; i++) {
    pairs.push({ path: `${path}[]`, expected: expected[i], actual: actual[i] });
  }
}

function compareObjects(path: string, expected: Fields, actual: Fields, pairs: Pair[], found: Differences): void {
  const keys = Object.keys(expected);
  const others = Object.keys(actual);
  for (const key of others) if (!Object.hasOwn(expected, key)) found.add(`${path}.${key}`, 'extra');
  for (const key of keys) {
    const below = `${path}.${key}`;
    if (Object.hasOwn(actual, key)) pairs.push({ path: below, expected: expected[key], actual: actual[key] });
    else found.add(below, 'missing');
  }
  if (keys.length === others.length && keys.some((key, i) => key !== others[i])) found.add(path, 'order');
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

/** The order of errors is that in which fields fail, which two executions need not share. */
function compareErrors(expected: readonly ErrorPlace[], actual: readonly ErrorPlace[], found: Differences): void {
  const counts = new Map<string, { count: number; path: string }>();
  const add = (errors: readonly ErrorPlace[], step: number) => {
    for (const { path, code } of errors) {
      const key = JSON.stringify([path, code]);
      const known = counts.get(key) ?? { count: 0, path: shownPath(path) };
      known.count += step;
      counts.set(key, known);
    }
  };
  add(expected, 1);
  add(actual, -1);
  for (const { count, path } of counts.values()) if (count !== 0) found.add(path, 'error');
}

function shownPath(path: readonly (string | number)[]): string {
  return path.reduce<string>((shown, step) => shown + (typeof step === 'number' ? '[]' : `.${step}`), 'data');
}
