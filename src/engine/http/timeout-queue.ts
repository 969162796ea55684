/** Something that has to end in time. The links belong to the queue that it stands in. */
export interface Timed {
  previous: Timed | undefined;
  next: Timed | undefined;
  /** When it began, as `performance.now()` tells it. */
  startedAt: number;
  expire(): void;
}

/**
 * One deadline for each of many short tasks that all have the same time: they expire in the order in which they began,
 * so that one timer is enough for all of them, and beginning and ending one costs two links.
 */
export class Deadlines {
  readonly #timeoutMs: number;
  #first: Timed | undefined;
  #last: Timed | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  begin(task: Timed): void {
    task.startedAt = performance.now();
    task.previous = this.#last;
    if (this.#last === undefined) this.#first = task;
    else this.#last.next = task;
    this.#last = task;
    this.#timer ??= setTimeout(this.#expire, this.#timeoutMs);
  }

  end(task: Timed): void {
    const { previous, next } = task;
    if (previous === undefined && this.#first !== task) return;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    task.previous = undefined;
    task.next = undefined;
    if (this.#first === undefined) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
  }

  readonly #expire = () => {
    this.#timer = undefined;
    const due = performance.now() - this.#timeoutMs;
    // A timer may fire a fraction of a millisecond early.
    while (this.#first !== undefined && this.#first.startedAt <= due + 1) {
      const task = this.#first;
      this.end(task);
      task.expire();
    }
    if (this.#first !== undefined) {
      this.#timer ??= setTimeout(this.#expire, Math.max(1, this.#first.startedAt - due));
    }
  };
}
