/** A task with a deadline. The links belong to the queue that the task is in. */
export interface TimedTask {
  previous: TimedTask | undefined;
  next: TimedTask | undefined;
  /** When the task was added, as `performance.now()` in milliseconds. */
  startedAt: number;
  onTimeout(): void;
}

/**
 * Deadlines of many short tasks that all have the same timeout. They expire in the order in which they were added, so one
 * timer is enough for all of them, and adding or removing a task only changes two links.
 */
export class TimeoutQueue {
  readonly #timeoutMs: number;
  #first: TimedTask | undefined;
  #last: TimedTask | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  add(task: TimedTask): void {
    task.startedAt = performance.now();
    task.previous = this.#last;
    if (this.#last === undefined) this.#first = task;
    else this.#last.next = task;
    this.#last = task;
    this.#timer ??= setTimeout(this.#expire, this.#timeoutMs);
  }

  /** Removes a task that has completed. A task that is not in the queue is ignored. */
  remove(task: TimedTask): void {
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
      this.remove(task);
      task.onTimeout();
    }
    if (this.#first !== undefined) {
      this.#timer ??= setTimeout(this.#expire, Math.max(1, this.#first.startedAt - due));
    }
  };
}
