import { jsonLength, jsonLengths } from '../document/json-length.ts';
import type { Budget } from './budget.ts';
import type { PendingWork } from './pending-work.ts';

/** So much of a JSON value is counted at once, in characters: it takes about a millisecond. */
const mostAtOnce = 131_072;

/** Adds the size of a JSON value to what an execution has used: that of a large one in turns. */
export function addJsonSize(value: object, budget: Budget, work: PendingWork): void {
  const length = jsonLength(value, mostAtOnce);
  if (length < mostAtOnce) budget.addBytes(length);
  else addInTurns(jsonLengths(value, mostAtOnce), budget, work);
}

function addInTurns(lengths: Iterator<number, void, void>, budget: Budget, work: PendingWork): void {
  work.continueLater(() => {
    if (budget.end !== undefined) return;
    const { done, value } = lengths.next();
    if (done) return;
    budget.addBytes(value);
    addInTurns(lengths, budget, work);
  });
}
