import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Invalidation } from '../../src/cluster/invalidation.ts';
import { InvalidationBroadcast } from '../../src/cluster/invalidation-broadcast.ts';
import type { PrimaryMessage } from '../../src/cluster/messages.ts';
import type { InvalidRecords } from '../../src/engine/engine.ts';

/** A worker that records its messages. */
function workerWith(id: number) {
  const messages: string[] = [];
  const send = (message: PrimaryMessage) => {
    if (message.kind === 'invalidate') messages.push(`invalidate ${message.broadcast}${textOf(message.invalidation)}`);
    else if (message.kind === 'heartbeatConfirmed') messages.push(`confirmed ${message.number}`);
    return true;
  };
  const worker: Worker = Object.assign(Object.create(EventEmitter.prototype), { id, send });
  return { worker, messages };
}

function textOf({ records, isStoreTold }: Invalidation): string {
  return (records ?? []).map(({ id }) => ` ${id}`).join('') + (isStoreTold ? '' : ' in the store');
}

/** Sends a broadcast for everything; tells whether it is complete. */
const sent = (broadcasts: InvalidationBroadcast, ...workers: Worker[]) => sentFor(broadcasts, undefined, ...workers);

function sentFor(broadcasts: InvalidationBroadcast, records: InvalidRecords, ...workers: Worker[]) {
  return sentAs(broadcasts, { records, isStoreTold: true }, ...workers);
}

function sentAs(broadcasts: InvalidationBroadcast, invalidation: Invalidation, ...workers: Worker[]) {
  const state = { isComplete: false };
  void broadcasts.send(workers, invalidation).then(() => {
    state.isComplete = true;
  });
  return state;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a broadcast', () => {
  it('is complete when each worker has acknowledged it, or has exited', async () => {
    const [one, two] = [workerWith(1), workerWith(2)];
    const broadcasts = new InvalidationBroadcast();
    const first = sent(broadcasts, one.worker, two.worker);
    broadcasts.acknowledge(one.worker, 0);
    await vi.advanceTimersByTimeAsync(999);
    expect(first.isComplete).toBe(false);
    broadcasts.workerExited(two.worker);
    await vi.advanceTimersByTimeAsync(0);
    expect(first.isComplete).toBe(true);
  });

  it('waits a second for a worker that hangs, and later ones do not wait for it', async () => {
    const [one, two] = [workerWith(1), workerWith(2)];
    const broadcasts = new InvalidationBroadcast();
    const first = sent(broadcasts, one.worker, two.worker);
    broadcasts.acknowledge(one.worker, 0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(first.isComplete).toBe(true);
    const second = sent(broadcasts, one.worker, two.worker);
    broadcasts.acknowledge(one.worker, 1);
    await vi.advanceTimersByTimeAsync(0);
    expect(second.isComplete).toBe(true);
    expect(two.messages).toEqual(['invalidate 0']);
  });

  it('waits for such a worker again when it has invalidated its reads for all that it has missed', async () => {
    const { worker, messages } = workerWith(1);
    const broadcasts = new InvalidationBroadcast();
    sent(broadcasts, worker);
    await vi.advanceTimersByTimeAsync(1000);
    for (let i = 0; i < 100; i++) sent(broadcasts, worker);
    broadcasts.heartbeat(worker, 7);
    broadcasts.acknowledge(worker, 0);
    expect(messages).toEqual(['invalidate 0', 'invalidate 101']);
    const meanwhile = sent(broadcasts, worker);
    await vi.advanceTimersByTimeAsync(0);
    expect(meanwhile.isComplete).toBe(true);
    broadcasts.acknowledge(worker, 101);
    broadcasts.acknowledge(worker, 103);
    expect(messages).toEqual(['invalidate 0', 'invalidate 101', 'invalidate 103', 'confirmed 7']);
    const last = sent(broadcasts, worker);
    await vi.advanceTimersByTimeAsync(999);
    expect(last.isComplete).toBe(false);
    broadcasts.acknowledge(worker, 104);
    await vi.advanceTimersByTimeAsync(0);
    expect(last.isComplete).toBe(true);
  });
});

describe('a broadcast for records', () => {
  const space = (id: string) => [{ type: 'Space', id }];

  it('tells each worker which they are, also one that has not acknowledged others', async () => {
    const { worker, messages } = workerWith(1);
    const broadcasts = new InvalidationBroadcast();
    sentFor(broadcasts, space('a'), worker);
    sentFor(broadcasts, space('b'), worker);
    expect(messages).toEqual(['invalidate 0 a', 'invalidate 1 b']);
  });

  it('is one for everything for a worker that has missed some', async () => {
    const { worker, messages } = workerWith(1);
    const broadcasts = new InvalidationBroadcast();
    sentFor(broadcasts, space('a'), worker);
    await vi.advanceTimersByTimeAsync(1000);
    sentFor(broadcasts, space('b'), worker);
    broadcasts.acknowledge(worker, 0);
    expect(messages).toEqual(['invalidate 0 a', 'invalidate 2']);
  });
});

describe('a broadcast of what the store is not told of', () => {
  it('tells that each worker has to tell it, also one that has missed it', async () => {
    const { worker, messages } = workerWith(1);
    const broadcasts = new InvalidationBroadcast();
    sentAs(broadcasts, { records: undefined, isStoreTold: false }, worker);
    await vi.advanceTimersByTimeAsync(1000);
    for (const isStoreTold of [true, false, true]) sentAs(broadcasts, { records: undefined, isStoreTold }, worker);
    broadcasts.acknowledge(worker, 0);
    broadcasts.acknowledge(worker, 4);
    sent(broadcasts, worker);
    expect(messages).toEqual(['invalidate 0 in the store', 'invalidate 4 in the store', 'invalidate 5']);
  });
});

describe('a heartbeat', () => {
  it('is confirmed at once where its worker has acknowledged everything, and otherwise when it has', () => {
    const { worker, messages } = workerWith(1);
    const broadcasts = new InvalidationBroadcast();
    broadcasts.heartbeat(worker, 1);
    sent(broadcasts, worker);
    broadcasts.heartbeat(worker, 2);
    broadcasts.heartbeat(worker, 3);
    expect(messages).toEqual(['confirmed 1', 'invalidate 0']);
    broadcasts.acknowledge(worker, 0);
    expect(messages).toEqual(['confirmed 1', 'invalidate 0', 'confirmed 3']);
  });
});
