const neverNotified = new Int32Array(new SharedArrayBuffer(4));

/** Stops this process for a time, in milliseconds, as long work does: nothing else runs in it. It takes no CPU time. */
export function block(ms: number): void {
  Atomics.wait(neverNotified, 0, 0, ms);
}
