import { describe, expect, it } from 'vitest';
import { Heartbeat } from '../../src/cluster/heartbeat.ts';

/** The number of periods after which the worker hangs; undefined if it does not within 100. */
function periodsUntilHang(heartbeat: Heartbeat): number | undefined {
  for (let period = 1; period <= 100; period++) if (heartbeat.endPeriod()) return period;
  return undefined;
}

describe('Heartbeat', () => {
  it('tells of a hang after 7 periods, and once', () => {
    const heartbeat = new Heartbeat();
    heartbeat.loaded();
    expect(periodsUntilHang(heartbeat)).toBe(7);
    expect(periodsUntilHang(heartbeat)).toBe(undefined);
  });

  it('gives a worker more time to start', () => {
    expect(periodsUntilHang(new Heartbeat())).toBe(60);
  });

  it('gives a worker as much time after a message that it sends while it loads', () => {
    const heartbeat = new Heartbeat();
    heartbeat.received();
    expect(periodsUntilHang(heartbeat)).toBe(60);
  });

  it('tells of no hang while heartbeats arrive, even if some are late', () => {
    const heartbeat = new Heartbeat();
    heartbeat.loaded();
    for (let turn = 0; turn < 20; turn++) {
      heartbeat.received();
      for (let period = 0; period < 6; period++) expect(heartbeat.endPeriod()).toBe(false);
    }
  });
});
