/** Resolves when the events that have occurred by now were handled. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Resolves when a number stays the same in a turn of the event loop and `isPending` is false, or after `limitMs`. Node accepts
 * one connection in a turn: when their number stays the same, none waits to be accepted.
 */
export async function untilUnchanged(read: () => number, limitMs: number, isPending = () => false): Promise<void> {
  const end = performance.now() + limitMs;
  for (let before = Number.NaN; (before !== read() || isPending()) && performance.now() < end; ) {
    before = read();
    await nextTurn();
    await nextTurn();
  }
}
