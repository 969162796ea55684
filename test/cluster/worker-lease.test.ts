import { expect, it } from 'vitest';
import { WorkerLease } from '../../src/cluster/worker-lease.ts';

function startLease() {
  const clock = { now: 0 };
  return { clock, lease: new WorkerLease(() => clock.now) };
}

it('lasts 800 milliseconds from the sending of a heartbeat that was confirmed', () => {
  const { clock, lease } = startLease();
  clock.now = 500;
  const number = lease.heartbeatSent();
  clock.now = 799;
  expect(lease.hasEnded).toBe(false);
  clock.now = 800;
  expect(lease.hasEnded).toBe(true);
  lease.confirmed(number);
  clock.now = 1299;
  expect(lease.hasEnded).toBe(false);
  clock.now = 1300;
  expect(lease.hasEnded).toBe(true);
});

it('is not renewed by an earlier heartbeat, nor by one that was never sent', () => {
  const { clock, lease } = startLease();
  const [first, second] = [lease.heartbeatSent(), lease.heartbeatSent()];
  clock.now = 2000;
  for (const number of [first, second, 99]) lease.confirmed(number);
  expect(lease.hasEnded).toBe(true);
  const third = lease.heartbeatSent();
  lease.confirmed(first);
  expect(lease.hasEnded).toBe(true);
  lease.confirmed(third);
  expect(lease.hasEnded).toBe(false);
});
