/** So many characters of a text weigh as much as one value. */
const charactersPerWeight = 32;

/**
 * What it costs to serialize a JSON value: the number of values in it, and the length of its texts. It stops soon after
 * `most`. The JSON has at least as many characters.
 */
export function weigh(value: unknown, most: number): number {
  if (typeof value === 'string') return 1 + value.length / charactersPerWeight;
  if (typeof value !== 'object' || value === null) return 1;
  let weight = 1;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && weight < most; i++) weight += weigh(value[i], most - weight);
    return weight;
  }
  for (const name in value) {
    weight += weigh((value as Readonly<Record<string, unknown>>)[name], most - weight);
    if (weight >= most) break;
  }
  return weight;
}
