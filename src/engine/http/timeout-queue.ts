import { type Link, LinkedList } from './linked-list.ts';

export interface TimedTask extends Link<TimedTask> {
  /** When the task was added, as `performance.now()` in milliseconds. */
  startedAt: number;
  onTimeout(): void;
}

/** A timer that fires later than this, in milliseconds, shows that the process stood still. */
const stallMs = 50;

/**
 * Deadlines of many tasks that all have the same timeout. They expire in the order in which they were added, so one timer is
 * enough for all of them, and adding or removing a task only changes two links. The timer runs on where no task is left: most
 * often there is a next one before it fires. It keeps no process alive.
 *
 * Where the process stood still, responses may have arrived that it could not handle yet. Tasks then get the time back that
 * they lost, once, before they expire.
 */
export class TimeoutQueue {
  readonly timeoutMs: number;
  readonly #batch: (expire: () => void) => void;
  readonly #tasks = new LinkedList<TimedTask>();
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;
  #isPostponed = false;

  /** `batch` runs what expires several tasks at once: what one of them frees is not for another that expires with it. */
  constructor(timeoutMs: number, batch: (expire: () => void) => void = (expire) => expire()) {
    this.timeoutMs = timeoutMs;
    this.#batch = batch;
  }

  add(task: TimedTask): void {
    task.startedAt = performance.now();
    this.#tasks.add(task);
    if (this.#timer === undefined) this.#expireIn(this.timeoutMs, task.startedAt);
  }

  /** Removes a task that has completed. A task that is not in the queue is ignored. */
  remove(task: TimedTask): void {
    this.#tasks.remove(task);
    if (this.#tasks.first === undefined) this.#isPostponed = false;
  }

  /** Lets all tasks expire now. */
  expireAll(): void {
    this.#batch(() => this.#expireUntil(Number.POSITIVE_INFINITY));
  }

  #expireIn(ms: number, now: number): void {
    this.#dueAt = now + ms;
    this.#timer = setTimeout(this.#expire, ms).unref();
  }

  readonly #expire = () => {
    const now = performance.now();
    const lateMs = now - this.#dueAt;
    if (this.#tasks.first !== undefined && lateMs > stallMs && !this.#isPostponed) {
      this.#isPostponed = true;
      this.#expireIn(Math.min(lateMs, this.timeoutMs), now);
      return;
    }
    this.#isPostponed = false;
    // The timer counts as set meanwhile: one for a task that is added now would be too late for those that are older.
    this.#batch(() => this.#expireUntil(now - this.timeoutMs));
    this.#timer = undefined;
    const { first } = this.#tasks;
    if (first !== undefined) this.#expireIn(Math.max(1, first.startedAt + this.timeoutMs - now), now);
  };

  #expireUntil(due: number): void {
    // A timer may fire a fraction of a millisecond early.
    for (let task = this.#tasks.first; task !== undefined && task.startedAt <= due + 1; task = this.#tasks.first) {
      this.#tasks.remove(task);
      task.onTimeout();
    }
  }
}
