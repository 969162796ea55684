import type { ExecutionResult, GraphQLFormattedError } from 'graphql';
import { isJsonObject } from '../../../engine/contract/json.ts';
import { formatNumber, plural } from '../numbers.ts';

/** One place at which two results differ. A side that has nothing there is undefined. */
export interface Difference {
  /** Response names, ids of items in brackets (their numbers where they have none), joined by dots. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Most differences that are listed. */
export const maxDifferences = 1_000;
/** How many pairs of values a comparison visits. */
export const maxCompared = 200_000;

export interface Comparison {
  readonly found: readonly Difference[];
  /** Whether it has visited all values: without differences, the results are equal. */
  readonly isComplete: boolean;
}

/**
 * Where two results differ, in the order of the first. Items of lists with ids are compared by their ids, and
 * then their order; others by their numbers.
 */
export function differencesOf(before: unknown, after: unknown): Comparison {
  const found: Difference[] = [];
  const rest: Pair[] = [{ path: '', before, after }];
  for (let visited = 0; visited < maxCompared && found.length < maxDifferences; visited++) {
    const pair = rest.pop();
    if (pair === undefined) break;
    if (pair.before === pair.after) continue;
    const below = pairsBelow(pair);
    if (below === undefined) found.push(pair);
    else for (const one of below.reverse()) rest.push(one);
  }
  return { found, isComplete: rest.length === 0 };
}

/** What two results are compared by: neither what explain adds, nor the ids of REST calls in errors, which are new in each run. */
export function comparable({ data, errors }: ExecutionResult): object {
  return { data, ...(errors && { errors: errors.map(withoutRequestId) }) };
}

function withoutRequestId(error: GraphQLFormattedError): GraphQLFormattedError {
  const rest = error.extensions?.rest;
  if (!isJsonObject(rest)) return error;
  const { requestId: _, ...others } = rest;
  return { ...error, extensions: { ...error.extensions, rest: others } };
}

/** What a comparison says of a result, in one sentence. `kept` names the other result. */
export function summaryOf({ found, isComplete }: Comparison, kept: string): string {
  if (found.length > 0) return `${isComplete ? '' : 'At least '}${plural(found.length, 'difference')} from ${kept}:`;
  if (isComplete) return `It equals ${kept}.`;
  return `The first ${formatNumber(maxCompared)} values equal those of ${kept}. The others were not compared.`;
}

type Pair = Difference;

/** Undefined where the two are not of the same kind, or have nothing below them. */
function pairsBelow({ path, before, after }: Pair): Pair[] | undefined {
  if (Array.isArray(before) && Array.isArray(after)) {
    const pathOf = (key: string | number) => `${path}[${key}]`;
    if (!hasIds(before) || !hasIds(after)) return pairsOf(byNumber(before), byNumber(after), pathOf);
    const [one, other] = [byId(before), byId(after)];
    const pairs = pairsOf(one, other, pathOf);
    return haveSameOrder(one, other) ? pairs : [orderOf(path, one, other), ...pairs];
  }
  if (!isJsonObject(before) || !isJsonObject(after)) return undefined;
  const prefix = path === '' ? '' : `${path}.`;
  return pairsOf(new Map(Object.entries(before)), new Map(Object.entries(after)), (key) => prefix + key);
}

function pairsOf(
  before: ReadonlyMap<string | number, unknown>,
  after: ReadonlyMap<string | number, unknown>,
  pathOf: (key: string | number) => string,
): Pair[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].map((key) => ({ path: pathOf(key), before: before.get(key), after: after.get(key) }));
}

function haveSameOrder(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): boolean {
  const ids = after.keys();
  for (const id of before.keys()) if (ids.next().value !== id) return false;
  return before.size === after.size;
}

/** The order of the items that both lists have. */
function orderOf(path: string, before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): Pair {
  const [one, other] = [
    [...before.keys()].filter((id) => after.has(id)),
    [...after.keys()].filter((id) => before.has(id)),
  ];
  return { path: `${path} (order)`, before: one.join(', '), after: other.join(', ') };
}

function hasIds(items: readonly unknown[]): boolean {
  const ids = new Set(items.map((item) => (isJsonObject(item) ? item.id : undefined)));
  return ids.size === items.length && [...ids].every((id) => typeof id === 'string');
}

const byId = (items: readonly unknown[]) => new Map(items.map((item) => [(item as { id: string }).id, item] as const));

const byNumber = (items: readonly unknown[]) => new Map(items.map((item, number) => [number, item] as const));
