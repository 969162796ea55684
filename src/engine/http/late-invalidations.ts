/** When what a write may change is invalidated again, from its end on, in milliseconds. */
export const repeatedAfterMs: readonly number[] = [1_000, 5_000, 30_000];

/** Runs an action now and at these times: for a write that a process cannot tell the end of. */
export function nowAndLater(action: () => void): void {
  action();
  for (const ms of repeatedAfterMs) setTimeout(action, ms).unref();
}

/** Most writes whose invalidations are repeated one by one. */
const maxWrites = 1_000;

/** While there are more of them, everything is invalidated so often, in milliseconds. */
const everythingEachMs = 1_000;

/**
 * Repeats the invalidations of writes whose outcome is not known: the service may execute one after the gateway has stopped waiting for
 * it, and after a read that found the state from before it.
 */
export class LateInvalidations<Write> {
  readonly #invalidate: (write: Write | undefined) => void;
  readonly #timers = new Set<NodeJS.Timeout>();
  #everything: NodeJS.Timeout | undefined = undefined;
  /** Until when everything is invalidated again and again, on the clock of `performance.now()`. */
  #everythingUntil = 0;

  /** `invalidate` invalidates what a write may change, everything without one. It must not throw. */
  constructor(invalidate: (write: Write | undefined) => void) {
    this.#invalidate = invalidate;
  }

  add(write: Write | undefined): void {
    if (this.#timers.size >= maxWrites * repeatedAfterMs.length) this.#repeatEverything();
    else for (const ms of repeatedAfterMs) this.#repeat(write, ms);
  }

  /** Whether there are invalidations to repeat. After `close`, nobody repeats them. */
  get isPending(): boolean {
    return this.#timers.size > 0 || this.#everything !== undefined;
  }

  /** Repeats no more. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    clearInterval(this.#everything);
  }

  #repeat(write: Write | undefined, ms: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#invalidate(write);
    }, ms).unref();
    this.#timers.add(timer);
  }

  #repeatEverything(): void {
    this.#everythingUntil = performance.now() + Math.max(...repeatedAfterMs) + everythingEachMs;
    this.#everything ??= setInterval(() => {
      this.#invalidate(undefined);
      if (performance.now() <= this.#everythingUntil) return;
      clearInterval(this.#everything);
      this.#everything = undefined;
    }, everythingEachMs).unref();
  }
}
