/**
 * The name that is most like a text, whatever its case; undefined where none is within `maxDistance`: so many letters have to be added,
 * removed, replaced, or swapped with the next one.
 */
export function nearest(text: string, names: Iterable<string>, maxDistance: number): string | undefined {
  const letters = text.toLowerCase();
  const [found] = [...names]
    .filter(({ length }) => Math.abs(length - text.length) <= maxDistance)
    .map((name) => ({ name, distance: distanceOf(letters, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return found !== undefined && found.distance <= maxDistance ? found.name : undefined;
}

function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] as number) + (a[i] === b[j] ? 0 : 1);
      const isSwap = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swapped = isSwap ? (before[j - 1] as number) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) as number;
}
