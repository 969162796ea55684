/** A time in milliseconds with two decimals, for logs and explain. */
export function roundMs(ms: number): number {
  return Math.round(ms * 100) / 100;
}
