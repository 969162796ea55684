import { describe, expect, it } from 'vitest';
import { untilUnchanged } from '../../../src/server/runtime/event-loop.ts';
import { block } from '../../support/processes/block.ts';

/** Blocks the event loop in so many of its next turns, and counts them. */
function busyTurns(count: number) {
  const busy = { turns: 0 };
  const turn = () => {
    block(2);
    if (++busy.turns < count) setImmediate(turn);
  };
  setImmediate(turn);
  return busy;
}

describe('a number that stays the same', () => {
  it('counts in a short turn, as others may have been opened in a long one', async () => {
    const busy = busyTurns(20);
    await untilUnchanged(() => 1, 60_000);
    expect(busy.turns).toBe(20);
  });

  it('counts in many long turns, where none is short', async () => {
    const busy = busyTurns(1000);
    await untilUnchanged(() => Math.min(busy.turns, 10), 60_000);
    expect(busy.turns).toBeGreaterThan(100);
    expect(busy.turns).toBeLessThan(1000);
  });

  it('is waited for while it changes, up to a limit', async () => {
    let reads = 0;
    await untilUnchanged(() => ++reads, 20);
    expect(reads).toBeGreaterThan(1);
  });
});
