/** The time axis from 0 to `end` milliseconds. */
export interface TimeScale {
  readonly end: number;
  /** Distance of the ticks, in milliseconds. */
  readonly step: number;
  readonly ticks: readonly number[];
}

/** An axis with about five ticks, at multiples of 1, 2 or 5 times a power of ten. */
export function timeScale(latestEnd: number): TimeScale {
  const end = Math.max(latestEnd, 1);
  const rough = end / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  // A tick near the end has no room for its label.
  const ticks = Array.from({ length: Math.floor((0.84 * end) / step) + 1 }, (_, i) => i * step);
  return { end, step, ticks };
}

/** Where a time is on the axis, as a CSS length. */
export function percent(time: number, { end }: TimeScale): string {
  return `${((100 * time) / end).toFixed(3)}%`;
}

/** The label of a tick. */
export function formatTick(tick: number, { step }: TimeScale): string {
  return tick === 0 ? '0' : `${tick.toFixed(step < 1 ? 1 : 0)} ms`;
}
