/** Work that several clients can wait for; it is aborted when its last waiter is removed. */
export interface SharedWork {
  removeWaiter(): void;
}

/** Cancels the work of one request when its client disconnects. */
export class Cancellation {
  #work: SharedWork[] = [];
  #isCancelled = false;

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Stops waiting for all work that was added. Completed work ignores it. */
  cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    const added = this.#work;
    this.#work = [];
    for (const work of added) work.removeWaiter();
  }

  /** Adds work that this request waits for. A request that is cancelled already stops waiting at once. */
  add(work: SharedWork): void {
    if (this.#isCancelled) work.removeWaiter();
    else this.#work.push(work);
  }
}
