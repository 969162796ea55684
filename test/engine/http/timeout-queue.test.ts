import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type TimedTask, TimeoutQueue } from '../../../src/engine/http/timeout-queue.ts';
import { block } from '../../support/processes/block.ts';

class Task implements TimedTask {
  previous: TimedTask | undefined = undefined;
  next: TimedTask | undefined = undefined;
  startedAt = 0;
  readonly expired: Promise<void>;
  isExpired = false;
  onTimeout = () => {};

  constructor() {
    this.expired = new Promise((resolve) => {
      this.onTimeout = () => {
        this.isExpired = true;
        resolve();
      };
    });
  }
}

describe('a timeout queue', () => {
  it('expires tasks, but for those that were removed', async () => {
    const queue = new TimeoutQueue(30);
    const [removed, ...tasks] = [new Task(), new Task(), new Task()];
    for (const task of [removed, ...tasks]) if (task) queue.add(task);
    if (removed) queue.remove(removed);
    await Promise.all(tasks.map(({ expired }) => expired));
    expect(removed?.isExpired).toBe(false);
  });

  it('expires all tasks at once, and later ones in time', async () => {
    const queue = new TimeoutQueue(100);
    const tasks = [new Task(), new Task()];
    for (const task of tasks) queue.add(task);
    queue.expireAll();
    expect(tasks.map(({ isExpired }) => isExpired)).toEqual([true, true]);
    const later = new Task();
    queue.add(later);
    expect(later.isExpired).toBe(false);
    await later.expired;
  });

  it('expires older tasks in time where one that expires adds another', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const queue = new TimeoutQueue(100);
    const expiredAt: Record<string, number> = {};
    const add = (name: string, next = () => {}) => {
      const task = new Task();
      task.onTimeout = () => {
        expiredAt[name] = performance.now() - start;
        next();
      };
      queue.add(task);
    };
    const start = performance.now();
    add('first', () => add('added'));
    vi.advanceTimersByTime(40);
    add('second');
    vi.advanceTimersByTime(300);
    expect(expiredAt).toEqual({ first: 100, second: 140, added: 200 });
  });

  it('does not count a time in which the process stood still', async () => {
    const queue = new TimeoutQueue(60);
    const task = new Task();
    queue.add(task);
    block(200);
    // What arrived meanwhile is handled now.
    setImmediate(() => queue.remove(task));
    await sleep(150);
    expect(task.isExpired).toBe(false);
  });

  it('expires tasks after the process stood still, if nothing arrives', async () => {
    const queue = new TimeoutQueue(20);
    const task = new Task();
    queue.add(task);
    block(150);
    await task.expired;
    const next = new Task();
    queue.add(next);
    await next.expired;
    expect([task.isExpired, next.isExpired]).toEqual([true, true]);
  });
});
