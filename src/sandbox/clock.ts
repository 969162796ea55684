/** The sandbox's time. It can be moved forward, so that a test sees a restore window end without waiting for it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** The same as an ISO 8601 timestamp. */
  iso(): string;
  /** Moves the clock by `ms` milliseconds. */
  advance(ms: number): void;
}

/** Where the sandbox's time begins unless a clock is given: fixed, so that two starts hold identical data. */
const epoch = Date.parse('2025-06-16T09:00:00.000Z');

/** A clock over `source` (milliseconds); by default it begins at `epoch` and runs at the speed of real time. */
export function createClock(source: () => number = sinceEpoch()): Clock {
  let offset = 0;
  const now = () => source() + offset;
  return {
    now,
    iso: () => new Date(now()).toISOString(),
    advance: (ms) => {
      offset += ms;
    },
  };
}

function sinceEpoch(): () => number {
  const started = Date.now();
  return () => epoch + Date.now() - started;
}

export const day = 24 * 60 * 60 * 1000;
