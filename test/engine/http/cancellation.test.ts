import { expect, it } from 'vitest';
import { Cancellation } from '../../../src/engine/http/cancellation.ts';

/** Work that counts how often a waiter was removed from it. */
function countedWork() {
  const work = { removed: 0, cancel: () => void work.removed++ };
  return work;
}

it('removes one waiter from each work, once', () => {
  const cancellation = new Cancellation();
  const works = [countedWork(), countedWork()];
  for (const work of works) cancellation.add(work);
  expect(cancellation.isCancelled).toBe(false);
  expect(works.map(({ removed }) => removed)).toEqual([0, 0]);
  cancellation.cancel();
  cancellation.cancel();
  expect(cancellation.isCancelled).toBe(true);
  expect(works.map(({ removed }) => removed)).toEqual([1, 1]);
});

it('removes the waiter at once from work that is added after the cancellation', () => {
  const cancellation = new Cancellation();
  cancellation.cancel();
  const work = countedWork();
  cancellation.add(work);
  expect(work.removed).toBe(1);
});
