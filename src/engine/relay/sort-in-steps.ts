/** Items that are handled in one step: some tenths of a millisecond. */
export const stepLength = 500;

type Compare<Item> = (one: Item, other: Item) => number;

/** Sorts as `Array.prototype.sort` does, in steps: parts by themselves, which are then merged. */
export function* sortInSteps<Item>(items: Item[], compare: Compare<Item>): Generator<void, Item[], void> {
  let runs: Item[][] = [];
  for (let start = 0; start < items.length; start += stepLength) {
    runs.push(items.slice(start, start + stepLength).sort(compare));
    yield;
  }
  while (runs.length > 1) runs = yield* mergePairs(runs, compare);
  return runs[0] ?? [];
}

/** Merges each run with the next one: half as many are left. */
function* mergePairs<Item>(runs: readonly Item[][], compare: Compare<Item>): Generator<void, Item[][], void> {
  const merged: Item[][] = [];
  for (let i = 0; i < runs.length; i += 2) {
    const [one = [], other = []] = runs.slice(i, i + 2);
    merged.push(yield* mergeTwo(one, other, compare));
  }
  return merged;
}

function* mergeTwo<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: Compare<Item>,
): Generator<void, Item[], void> {
  const merged: Item[] = [];
  let i = 0;
  let j = 0;
  while (i < one.length || j < other.length) {
    // Of equal items, that of the first run comes first.
    const isFirst = j === other.length || (i < one.length && compare(one[i] as Item, other[j] as Item) <= 0);
    merged.push((isFirst ? one[i++] : other[j++]) as Item);
    if (merged.length % stepLength === 0) yield;
  }
  return merged;
}
