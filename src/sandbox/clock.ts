/** The sandbox's time. Tests advance it, for example to the end of a restore window. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** The current time as an ISO 8601 timestamp. */
  iso(): string;
  /** Moves the clock by `ms` milliseconds. */
  advance(ms: number): void;
}

/** The time at which a sandbox starts by default. It is fixed, so that two sandboxes hold identical data. */
const epoch = Date.parse('2025-06-16T09:00:00.000Z');

/** Creates a clock from `source` (milliseconds). By default it starts at `epoch` and runs in real time. */
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
