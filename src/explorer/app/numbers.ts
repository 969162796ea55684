const format = new Intl.NumberFormat('en');

/** A number with separators: `155,056`. */
export function formatNumber(value: number): string {
  return format.format(value);
}

/** `1 call`, `1,500 calls`. */
export function plural(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Milliseconds, with a decimal where it matters: `3.4 ms`, `128 ms`. */
export function formatMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : formatNumber(Math.round(ms))} ms`;
}

/** The most of something: `≤ 1,500`. */
export function formatMost(count: number | null): string {
  return count === null ? 'no bound' : `≤ ${formatNumber(count)}`;
}
