/** Resolves when the events that have occurred by now were handled. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A turn of the event loop in which next to nothing was done, in milliseconds: what has occurred since it began is little. */
const shortTurnMs = 0.05;

/**
 * Resolves when a number stays the same in a short turn of the event loop, or after `limitMs`. Node accepts
 * one connection in a turn: when their number stays the same, none waits to be accepted. In a long turn, others may have been opened since.
 */
export async function untilUnchanged(read: () => number, limitMs: number): Promise<void> {
  let now = performance.now();
  const end = now + limitMs;
  for (let before = Number.NaN, isShort = false; before !== read() || !isShort; ) {
    if (now >= end) return;
    before = read();
    await nextTurn();
    const startedAt = performance.now();
    await nextTurn();
    now = performance.now();
    isShort = now - startedAt <= shortTurnMs;
  }
}
