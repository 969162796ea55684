/** Tells the calls of one request that their client went away. Lighter than an AbortSignal for many short calls. */
export class Cancellation {
  readonly #listeners = new Set<() => void>();
  #isCancelled = false;

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Calls everybody who listens, once. */
  cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  listen(listener: () => void): void {
    this.#listeners.add(listener);
  }

  forget(listener: () => void): void {
    this.#listeners.delete(listener);
  }
}
