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

/** A time that a person waits: `0.4 s`, `12.0 s`. */
export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** `640 B`, `12.4 kB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
