/**
 * Long work takes turns with everything else that the process does: it runs for at most some milliseconds of a turn of the
 * event loop, and continues in a later one. All executions of the process share these milliseconds, and take turns with one
 * another.
 */

/** Longest time that all work together runs in one turn, in milliseconds. */
const maxTurnMs = 5;
/** Longest time that the work of one queue runs before that of the next one, in milliseconds. */
const maxQueueMs = 2;
/** How many times work asks before the clock is read. */
const stepsPerReading = 64;

let isOver = false;
let steps = 0;
/** When the work of this turn has to end; undefined until the clock is first read in it. */
let endsAt: number | undefined;
let isScheduled = false;
/** The queues that have tasks, in the order in which they run. */
const waiting: TurnQueue[] = [];

/** Whether work has to stop for this turn, and to continue by a task. Called once for each small step of the work. */
export function isTurnOver(): boolean {
  return isOver || (++steps >= stepsPerReading && readClock());
}

function readClock(): boolean {
  steps = 0;
  const now = performance.now();
  if (endsAt === undefined) {
    endsAt = now + maxTurnMs;
    schedule();
  }
  isOver = now >= endsAt;
  return isOver;
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setImmediate(runTurn);
}

function runTurn(): void {
  isScheduled = false;
  const turnEnd = performance.now() + maxTurnMs;
  for (let now = performance.now(); waiting.length > 0 && now < turnEnd; now = performance.now()) {
    beginUntil(Math.min(turnEnd, now + maxQueueMs));
    const queue = waiting.shift();
    queue?.run();
    if (queue?.hasTasks) waiting.push(queue);
  }
  // Work of I/O callbacks, before the next call, has time of its own.
  beginUntil(undefined);
  if (waiting.length > 0) schedule();
}

function beginUntil(end: number | undefined): void {
  isOver = false;
  steps = 0;
  endsAt = end;
}

/** The tasks of one piece of work, in the order in which they would run without turns. Tasks must not throw. */
export class TurnQueue {
  /** The next task is the last. */
  #tasks: (() => void)[] = [];
  /** Tasks that come after those, in their order. */
  #later: (() => void)[] = [];
  /** Tasks that the running task has added: they come before all others. */
  #added: (() => void)[] | undefined;

  get hasTasks(): boolean {
    return this.#tasks.length > 0 || this.#later.length > 0;
  }

  /** Adds a task that runs in a later turn. */
  add(task: () => void): void {
    if (this.#added !== undefined) {
      this.#added.push(task);
      return;
    }
    if (!this.hasTasks) waiting.push(this);
    this.#later.push(task);
    schedule();
  }

  /** Runs at least one task, and others until the turn is over. */
  run(): void {
    do {
      if (this.#tasks.length === 0) {
        this.#tasks = this.#later.reverse();
        this.#later = [];
      }
      const task = this.#tasks.pop();
      if (task === undefined) return;
      this.#added = [];
      task();
      for (const added of this.#added.reverse()) this.#tasks.push(added);
      this.#added = undefined;
    } while (!isTurnOver());
  }
}

/** Resolves in a later turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => new TurnQueue().add(resolve));
}
