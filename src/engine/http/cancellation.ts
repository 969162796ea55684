/** Something that one of those who wait for it may leave. */
interface Leavable {
  leave(): void;
}

/** Tells the reads of one request that its client went away. */
export class Cancellation {
  #joined: Leavable[] = [];
  #isCancelled = false;

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Leaves everything that the request waits for; what has ended by then takes no notice. */
  cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    for (const one of this.#joined) one.leave();
    this.#joined = [];
  }

  join(one: Leavable): void {
    this.#joined.push(one);
  }
}
