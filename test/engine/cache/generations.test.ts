import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Generations } from '../../../src/engine/cache/generations.ts';

describe('generations', () => {
  it('keep what was read after an invalidation, and not what was read before it', () => {
    const generations = new Generations();
    const before = generations.clock;
    generations.invalidate('Space:a');
    expect(generations.areCurrent(['Space:a'], before)).toBe(false);
    expect(generations.areCurrent(['Space:b'], before)).toBe(true);
    expect(generations.areCurrent([], before)).toBe(true);
    expect(generations.areCurrent(['Space:a'], generations.clock)).toBe(true);
  });

  it('invalidate everything at once', () => {
    const generations = new Generations();
    const before = generations.clock;
    generations.invalidateEverything();
    expect(generations.areCurrent([], before)).toBe(false);
    expect(generations.areCurrent(['Space:a'], generations.clock)).toBe(true);
  });

  it('invalidate what has no tags by any invalidation', () => {
    const generations = new Generations();
    const before = generations.clock;
    expect(generations.areCurrent(undefined, before)).toBe(true);
    generations.invalidate('Space:a');
    expect(generations.areCurrent(undefined, before)).toBe(false);
  });

  it('keep a bounded number of tags: of any other one, nothing is known before the oldest of them', () => {
    const generations = new Generations(2);
    const at = generations.clock;
    for (const tag of ['a', 'b']) generations.invalidate(tag);
    expect(generations.areCurrent(['other'], at)).toBe(true);
    generations.invalidate('c');
    expect([generations.areCurrent(['other'], at), generations.areCurrent(['other'], at + 1)]).toEqual([false, true]);
  });

  it('never take a read for current that an invalidation overtook, however few tags are kept', () => {
    const tag = fc.integer({ min: 0, max: 9 }).map(String);
    const step = fc.oneof(
      fc.record({ kind: fc.constant('invalidate' as const), tag }),
      fc.record({ kind: fc.constant('everything' as const) }),
      fc.record({ kind: fc.constant('read' as const), tags: fc.uniqueArray(tag, { maxLength: 3 }) }),
    );
    const check = (limit: number, isExact: boolean) =>
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const generations = new Generations(limit);
        const kept: { tags: readonly string[]; at: number; isCurrent: boolean }[] = [];
        for (const one of steps) {
          if (one.kind === 'read') kept.push({ tags: one.tags, at: generations.clock, isCurrent: true });
          else if (one.kind === 'everything') {
            generations.invalidateEverything();
            for (const read of kept) read.isCurrent = false;
          } else {
            generations.invalidate(one.tag);
            for (const read of kept) if (read.tags.includes(one.tag)) read.isCurrent = false;
          }
          for (const { tags, at, isCurrent } of kept) {
            const found = generations.areCurrent(tags, at);
            if (isExact) expect(found).toBe(isCurrent);
            else if (found) expect(isCurrent).toBe(true);
          }
        }
      });
    fc.assert(check(3, false));
    fc.assert(check(100, true));
  });
});
