/** Resolves when the events that have occurred by now were handled. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A turn of the event loop in which next to nothing was done, in milliseconds: what has occurred since it began is little. */
const shortTurnMs = 0.05;

/** On a busy machine no turn is short: what has not occurred in so many of them is unlikely to occur in the last one. */
const quietTurns = 100;

/**
 * Resolves when a number stays the same, as read in the turns of the event loop: in a short one, or in many; at the latest after
 * `limitMs`. Node accepts one connection in a turn: when their number stays the same, none waits to be accepted. In a long turn, others
 * may have been opened since.
 */
export async function untilUnchanged(read: () => number, limitMs: number): Promise<void> {
  await nextTurn();
  let startedAt = performance.now();
  const end = startedAt + limitMs;
  for (let before = read(), quiet = 0; quiet < quietTurns && startedAt < end; before = read()) {
    await nextTurn();
    const now = performance.now();
    const isShort = now - startedAt <= shortTurnMs;
    startedAt = now;
    quiet = before === read() ? quiet + 1 : 0;
    if (isShort && quiet > 0) return;
  }
}
