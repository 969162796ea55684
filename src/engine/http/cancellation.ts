/** What ends, or goes on for others alone, when a client disconnects. */
export interface Cancellable {
  cancel(): void;
}

/** Cancels the work of one request when its client disconnects. */
export class Cancellation {
  #work: Cancellable[] | undefined = undefined;
  #isCancelled = false;

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Stops waiting for all work that was added. Completed work ignores it. */
  cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    const added = this.#work ?? [];
    this.#work = undefined;
    for (const work of added) work.cancel();
  }

  /** Adds work that this request waits for. A request that is cancelled already stops waiting at once. */
  add(work: Cancellable): void {
    if (this.#isCancelled) work.cancel();
    // A list of one takes less memory than one that grows from none.
    else if (this.#work === undefined) this.#work = [work];
    else this.#work.push(work);
  }
}
