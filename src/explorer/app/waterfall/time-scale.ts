/** The part of the time axis that is in view, in milliseconds from the start of the request. */
export interface TimeScale {
  readonly start: number;
  readonly end: number;
  /** Distance of the ticks, in milliseconds. */
  readonly step: number;
  readonly ticks: readonly number[];
}

/** An axis with about five ticks, at multiples of 1, 2 or 5 times a power of ten. It begins at a tick. */
export function timeScale(latestEnd: number, from = 0): TimeScale {
  const end = Math.max(latestEnd, from + shortest);
  const rough = (end - from) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const start = Math.floor(from / step) * step;
  // A tick near the end has no room for its label.
  const count = Math.floor((0.84 * (end - start)) / step) + 1;
  return { start, end, step, ticks: Array.from({ length: count }, (_, i) => start + i * step) };
}

/** The least that is in view, in milliseconds. */
const shortest = 1;

/** A part of the axis, in milliseconds. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** Half or twice what is in view, around its middle and within the request; undefined where that is all of it. */
export function zoomed({ start, end }: TimeScale, factor: 0.5 | 2, latestEnd: number): TimeWindow | undefined {
  const middle = (start + end) / 2;
  const half = Math.max(((end - start) * factor) / 2, shortest / 2);
  return windowOf(middle - half, middle + half, latestEnd);
}

/** The window between two times, within the request; undefined where it is all of it. */
export function windowOf(from: number, to: number, latestEnd: number): TimeWindow | undefined {
  const window = { from: Math.max(0, Math.min(from, to)), to: Math.min(latestEnd, Math.max(from, to)) };
  return window.from === 0 && window.to === latestEnd ? undefined : window;
}

/** Where a time is on the axis, as a CSS length. */
export function placeOf(time: number, scale: TimeScale): string {
  return lengthOf(time - scale.start, scale);
}

/** How long a duration is on the axis, as a CSS length. */
export function lengthOf(duration: number, { start, end }: TimeScale): string {
  return `${((100 * duration) / (end - start)).toFixed(3)}%`;
}

export function formatTick(tick: number, { step }: TimeScale): string {
  return tick === 0 ? '0' : `${tick.toFixed(step < 1 ? 1 : 0)} ms`;
}
