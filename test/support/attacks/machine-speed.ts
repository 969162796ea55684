import { parse, print } from 'graphql';
import { times } from './attacks.ts';

/** Time that the work below takes on the machine whose figures docs/reliability.md states, in milliseconds. */
const documentedMs = 16;
const rounds = 41;

const query = `{ ${times(2_000, (i) => `a${i}: organization(id: "o${i}") { id title }`)} }`;

/**
 * How many times as long as there the processor takes here, and at least 1. It works for less than a second: call it where nothing else runs
 * on this machine.
 */
export function slowness(): number {
  const durations = Array.from({ length: rounds }, () => {
    const startedAt = performance.now();
    JSON.parse(JSON.stringify(print(parse(query))));
    return performance.now() - startedAt;
  });
  const median = durations.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] as number;
  return Math.max(1, median / documentedMs);
}
