/** Keeps this process busy for a time, in milliseconds: nothing else runs in it. */
export function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
