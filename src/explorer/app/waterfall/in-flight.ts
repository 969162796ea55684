import type { TimedCall } from './timed-call.ts';

/** The number of calls in flight over time, as steps: from each time on, until the next. */
export function callsInFlight(calls: readonly TimedCall[]): { time: number; count: number }[] {
  const changes = calls.flatMap(({ startedAt, end }) => [
    { time: startedAt, by: 1 },
    { time: end, by: -1 },
  ]);
  changes.sort((a, b) => a.time - b.time);
  const steps: { time: number; count: number }[] = [];
  let count = 0;
  for (const { time, by } of changes) {
    count += by;
    const last = steps.at(-1);
    if (last?.time === time) last.count = count;
    else steps.push({ time, count });
  }
  return steps;
}

/** An SVG path of the area below the steps, in a box of `width` milliseconds by 1. */
export function areaPath(calls: readonly TimedCall[]): string {
  const steps = callsInFlight(calls);
  const most = Math.max(...steps.map(({ count }) => count), 1);
  const [first] = steps;
  if (first === undefined) return '';
  const lines = steps.map(({ time, count }) => `H${round(time)}V${round(1 - count / most)}`);
  return `M${round(first.time)} 1${lines.join('')}Z`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
