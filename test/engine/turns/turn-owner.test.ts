import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TurnOwner } from '../../../src/engine/turns/turn-owner.ts';

let now = 0;

beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Work of some slices, each of which takes so long. */
function work(name: string, slices: number, ms: number, log: string[], isFinishedFirst = false) {
  let left = slices;
  return {
    isFinishedFirst,
    run: () => {
      left--;
      now += ms;
      log.push(name);
    },
    get hasTasks() {
      return left > 0;
    },
  };
}

function runAll(root: TurnOwner): void {
  while (root.isWaiting) root.runNext();
}

describe('owners of turns', () => {
  it('have turns by the CPU time that they used', () => {
    const root = new TurnOwner(undefined);
    const [heavy, light] = [new TurnOwner(root), new TurnOwner(root)];
    const log: string[] = [];
    heavy.add(work('heavy', 3, 10, log));
    light.add(work('light', 6, 2, log));
    runAll(root);
    expect(log).toEqual(['heavy', 'light', 'light', 'light', 'light', 'light', 'heavy', 'light', 'heavy']);
  });

  it('share the time of their address', () => {
    const root = new TurnOwner(undefined);
    const [crowd, single] = [new TurnOwner(root), new TurnOwner(root)];
    const log: string[] = [];
    for (let i = 0; i < 4; i++) new TurnOwner(crowd).add(work(`crowd${i}`, 2, 5, log));
    new TurnOwner(single).add(work('single', 3, 5, log));
    runAll(root);
    expect(log.slice(0, 6)).toEqual(['crowd0', 'single', 'crowd1', 'single', 'crowd2', 'single']);
  });

  it('have more turns by their weight', () => {
    const root = new TurnOwner(undefined);
    const [confirmed, others] = [new TurnOwner(root, 3), new TurnOwner(root)];
    const log: string[] = [];
    confirmed.add(work('confirmed', 9, 5, log));
    others.add(work('other', 9, 5, log));
    for (let i = 0; i < 8; i++) root.runNext();
    expect(log.filter((name) => name === 'other')).toHaveLength(2);
  });

  it('finish first what is to be finished first', () => {
    const root = new TurnOwner(undefined);
    const owner = new TurnOwner(root);
    const log: string[] = [];
    owner.add(work('document', 2, 5, log, true));
    owner.add(work('list', 2, 5, log));
    owner.add(work('other', 2, 5, log));
    runAll(root);
    expect(log).toEqual(['document', 'document', 'list', 'other', 'list', 'other']);
  });

  it('have no credit for the time before they waited first', () => {
    const root = new TurnOwner(undefined);
    const [busy, late] = [new TurnOwner(root), new TurnOwner(root)];
    const log: string[] = [];
    busy.add(work('busy', 40, 5, log));
    for (let i = 0; i < 20; i++) root.runNext();
    late.add(work('late', 10, 5, log));
    for (let i = 0; i < 6; i++) root.runNext();
    expect(log.slice(20).filter((name) => name === 'late')).toHaveLength(3);
  });

  it('have a credit of 20 ms for the time in which they did not wait', () => {
    const root = new TurnOwner(undefined);
    const [busy, light] = [new TurnOwner(root), new TurnOwner(root)];
    const log: string[] = [];
    busy.add(work('busy', 100, 5, log));
    light.add(work('light', 1, 5, log));
    for (let i = 0; i < 30; i++) root.runNext();
    light.add(work('light', 20, 5, log));
    for (let i = 0; i < 9; i++) root.runNext();
    // The slice of the busy one before counts for it only when it has ended.
    expect(log.slice(30).join(' ')).toBe('light light light light light busy light busy light');
  });

  it('run their own work in turn', () => {
    const root = new TurnOwner(undefined);
    const owner = new TurnOwner(root);
    const log: string[] = [];
    owner.add(work('one', 2, 1, log));
    owner.add(work('two', 2, 1, log));
    runAll(root);
    expect(log).toEqual(['one', 'two', 'one', 'two']);
    expect(owner.isWaiting).toBe(false);
  });
});
