import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Cancellation } from '../../../src/engine/http/cancellation.ts';
import { Memory } from '../../../src/engine/memory/memory.ts';
import type { MemoryClaim } from '../../../src/engine/memory/memory-claim.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An execution that notes what becomes of its claim. */
function execution(memory: Memory, mayBeRejected = true): { claim: MemoryClaim; events: string[] } {
  const events: string[] = [];
  const claim = memory.claimForExecution({
    mayBeRejected,
    onMemory: () => events.push('memory'),
    onNoMemory: () => events.push('rejected'),
  });
  return { claim, events };
}

describe('the memory of a process', () => {
  it('is taken until its limit, and then waited for in order', () => {
    const memory = new Memory(100);
    const [first, second, third] = [execution(memory), execution(memory), execution(memory)];
    expect([first.claim.take(60), second.claim.take(60), third.claim.take(10)]).toEqual([true, false, false]);
    expect(memory.usage).toEqual({ taken: 60, unread: 0, waiting: 2 });
    first.claim.end();
    expect([second.events, third.events]).toEqual([['memory'], ['memory']]);
    expect(memory.usage).toEqual({ taken: 70, unread: 0, waiting: 0 });
    second.claim.end();
    third.claim.end();
    third.claim.end();
    expect(memory.usage).toEqual({ taken: 0, unread: 0, waiting: 0 });
  });

  it('may be exceeded by the oldest execution alone', () => {
    const memory = new Memory(100);
    const [first, second] = [execution(memory), execution(memory)];
    first.claim.take(50);
    second.claim.take(50);
    expect([second.claim.take(1), first.claim.take(1000)]).toEqual([false, true]);
    first.claim.end();
    expect(second.events).toEqual(['memory']);
  });

  it('lets one large request take more than the limit, if nothing else has any', async () => {
    const memory = new Memory(100);
    const first = await memory.claim(1000);
    let second: MemoryClaim | undefined;
    const waiting = memory.claim(1).then((claim) => {
      second = claim;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(second).toBeUndefined();
    first?.end();
    await waiting;
    expect(second?.bytes).toBe(1);
  });

  it('rejects what waits for 10 s, but no mutation', async () => {
    const memory = new Memory(100);
    const [first, second, mutation] = [execution(memory), execution(memory), execution(memory, false)];
    first.claim.take(100);
    second.claim.take(1);
    mutation.claim.take(1);
    const request = memory.claim(1);
    await vi.advanceTimersByTimeAsync(9_900);
    expect(second.events).toEqual([]);
    await vi.advanceTimersByTimeAsync(500);
    expect([second.events, mutation.events, await request]).toEqual([['rejected'], [], undefined]);
    first.claim.end();
    expect(mutation.events).toEqual(['memory']);
  });

  it('does not reject what it grants as another claim is rejected', async () => {
    const memory = new Memory(100);
    execution(memory).claim.take(90);
    const large = memory.claimForExecution({
      mayBeRejected: true,
      onMemory: () => expect.unreachable(),
      onNoMemory: () => large.stopWaiting(),
    });
    const small = execution(memory);
    expect([large.take(50), small.claim.take(5)]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(small.events).toEqual(['memory']);
    expect(memory.usage).toEqual({ taken: 95, unread: 0, waiting: 0 });
  });

  it('rejects at once what would wait behind 256 others', async () => {
    const memory = new Memory(100);
    execution(memory).claim.take(100);
    const waiting = Array.from({ length: 256 }, () => execution(memory));
    for (const { claim } of waiting) claim.take(1);
    const last = execution(memory);
    expect([last.claim.take(1), last.events]).toEqual([false, ['rejected']]);
    expect(waiting.flatMap(({ events }) => events)).toEqual([]);
  });

  it('disconnects the slowest reader where others wait for more than a second', async () => {
    const memory = new Memory(100);
    const disconnected: string[] = [];
    const unread = (name: string) => {
      const response = memory.addUnread(50, () => {
        disconnected.push(name);
        response.end();
      });
      return response;
    };
    const [fast] = [unread('fast'), unread('slow')];
    const { claim, events } = execution(memory);
    expect(claim.take(10)).toBe(false);
    fast.addRead(10);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([disconnected, events]).toEqual([[], []]);
    await vi.advanceTimersByTimeAsync(500);
    expect([disconnected, events]).toEqual([['slow'], ['memory']]);
    expect(memory.usage).toEqual({ taken: 10, unread: 50, waiting: 0 });
  });

  it('disconnects nobody who has not had a second to read', async () => {
    const memory = new Memory(100);
    const disconnected: string[] = [];
    const unread = (name: string) => memory.addUnread(60, () => disconnected.push(name));
    unread('slow').addRead(1);
    execution(memory).claim.take(60);
    await vi.advanceTimersByTimeAsync(1_150);
    unread('fresh');
    await vi.advanceTimersByTimeAsync(100);
    expect(disconnected).toEqual(['slow']);
  });

  it('disconnects nobody where nothing waits', async () => {
    const memory = new Memory(100);
    memory.addUnread(1000, () => expect.unreachable());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(memory.usage.unread).toBe(1000);
  });
});

describe('the large requests of one address', () => {
  /** What becomes of a claim: its bytes, or 0 where it was rejected. Undefined while it waits. */
  async function settled(claiming: Promise<MemoryClaim | undefined>): Promise<number | undefined> {
    let bytes: number | undefined;
    void claiming.then((claim) => {
      bytes = claim?.bytes ?? 0;
    });
    await vi.advanceTimersByTimeAsync(0);
    return bytes;
  }

  it('leave half of the memory to those of others', async () => {
    const memory = new Memory(100);
    const first = memory.claim(40, 'a');
    const second = memory.claim(20, 'a');
    expect(await settled(first)).toBe(40);
    expect(await settled(second)).toBeUndefined();
    expect(await settled(memory.claim(40, 'b'))).toBe(40);
    (await first)?.end();
    expect(await settled(second)).toBe(20);
  });

  it('are served in their order', async () => {
    const memory = new Memory(100);
    const first = memory.claim(30, 'a');
    const large = memory.claim(40, 'a');
    const small = memory.claim(10, 'a');
    expect([await settled(first), await settled(large), await settled(small)]).toEqual([30, undefined, undefined]);
    expect(await settled(memory.claim(10, 'b'))).toBe(10);
    (await first)?.end();
    expect([await settled(large), await settled(small)]).toEqual([40, 10]);
  });

  it('may be one alone that takes more', async () => {
    const memory = new Memory(100);
    expect(await settled(memory.claim(80, 'a'))).toBe(80);
  });

  it('leave half of the places to wait to those of others', async () => {
    const memory = new Memory(100);
    execution(memory).claim.take(100);
    for (let i = 0; i < 128; i++) void memory.claim(1, 'a');
    expect(await settled(memory.claim(1, 'a'))).toBe(0);
    expect(await settled(memory.claim(1, 'b'))).toBeUndefined();
  });

  it('take all of it where it is not shared by address', async () => {
    const memory = new Memory(100, { sharesByAddress: false });
    expect([await settled(memory.claim(60, 'a')), await settled(memory.claim(40, 'a'))]).toEqual([60, 40]);
  });

  it('wait no longer than their clients', async () => {
    const memory = new Memory(100);
    execution(memory).claim.take(100);
    const cancellation = new Cancellation();
    const claim = memory.claim(1, 'a', cancellation);
    cancellation.cancel();
    expect([await settled(claim), memory.usage.waiting]).toEqual([0, 0]);
  });

  it('return what they need no more', async () => {
    const memory = new Memory(100);
    const [first, second] = [memory.claim(50, 'a'), memory.claim(40, 'a')];
    const claim = await first;
    claim?.shrinkTo(60);
    expect([claim?.bytes, await settled(second)]).toEqual([50, undefined]);
    claim?.shrinkTo(10);
    expect([claim?.bytes, await settled(second)]).toEqual([10, 40]);
  });
});
