import { TurnOwner } from './turn-owner.ts';

/**
 * Long work takes turns with everything else that the process does: it runs for at most some milliseconds of a turn of the
 * event loop, and continues in a later one. All work of the process shares these milliseconds: its owners take turns by the CPU
 * time that they used, and the work of one owner takes turns.
 */

/** Longest time that all work together runs in one turn, in milliseconds. A request takes several turns: short ones answer it sooner. */
const maxTurnMs = 2;
/** Work that has run for so long does not count as a small request's any more, in milliseconds. */
const shortWorkMs = 5;
/** How long such work runs in one turn: small requests beside it take several turns, and wait for less in each. */
const longWorkTurnMs = 0.5;
/** How many times work asks before the clock is read. */
const stepsPerReading = 64;
/** A call of the service takes as long as some of these steps. */
const stepsPerCall = 16;

let isOver = false;
let steps = 0;
/** When the work of this turn has to end; undefined until the clock is first read in it. */
let endsAt: number | undefined;
/** When the turn that runs waiting work has to end. */
let turnEnd = 0;
let isScheduled = false;
/** All owners are below it. */
export const allOwners = new TurnOwner(undefined);
/** Owns work that is for nobody in particular. */
const nobody = new TurnOwner(allOwners);

/** Whether work has to stop for this turn, and to continue by a task. Called once for each small step of the work. */
export function isTurnOver(): boolean {
  return isOver || (++steps >= stepsPerReading && readClock());
}

/** The same for a step that takes long by itself: the clock is read each time. */
export function isTurnOverNow(): boolean {
  return isOver || readClock();
}

/** The running step of the work has started a call of the service. */
export function countCallStart(): void {
  steps += stepsPerCall;
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
  turnEnd = performance.now() + maxTurnMs;
  for (let now = 0; allOwners.isWaiting && now < turnEnd; now = performance.now()) allOwners.runNext();
  // Work of I/O callbacks, before the next call, has time of its own.
  beginUntil(undefined);
  if (allOwners.isWaiting) schedule();
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
  /** How long its tasks have run, in milliseconds. */
  #ranMs = 0;
  readonly #owner: TurnOwner;
  readonly isFinishedFirst: boolean;

  constructor(owner = nobody, isFinishedFirst = false) {
    this.#owner = owner;
    this.isFinishedFirst = isFinishedFirst;
  }

  get hasTasks(): boolean {
    return this.#tasks.length > 0 || this.#later.length > 0;
  }

  /** Adds a task that runs in a later turn. */
  add(task: () => void): void {
    if (this.#added !== undefined) {
      this.#added.push(task);
      return;
    }
    const hadTasks = this.hasTasks;
    this.#later.push(task);
    if (!hadTasks) this.#owner.add(this);
    schedule();
  }

  /** Runs at least one task, and others until the turn is over. */
  run(): void {
    const startedAt = performance.now();
    if (this.#ranMs >= shortWorkMs) turnEnd = Math.min(turnEnd, startedAt + longWorkTurnMs);
    beginUntil(turnEnd);
    this.#runTasks();
    this.#ranMs += performance.now() - startedAt;
  }

  #runTasks(): void {
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
    } while (!isTurnOverNow());
  }
}

/** Steps of long work: each takes little time, and the last one has the result. */
export type Steps<Value> = Iterator<void, Value, void>;

/** Runs all steps at once. Throws what a step throws. */
export function runAtOnce<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Runs steps at once as long as this turn lasts and nobody waits for one, and then in later turns of their owner, whose other work
 * comes after them: of many documents, only one is partly parsed. Rejects with what a step throws.
 */
export function runInTurns<Value>(steps: Steps<Value>, owner?: TurnOwner): Promise<Value> {
  return new Promise((resolve, reject) => {
    // Most steps end at once.
    let queue: TurnQueue | undefined;
    const runLater = () => {
      queue ??= new TurnQueue(owner, true);
      queue.add(run);
    };
    const run = () => {
      try {
        do {
          const { done, value } = steps.next();
          if (done) {
            resolve(value);
            return;
          }
        } while (!isTurnOverNow());
        runLater();
      } catch (error) {
        reject(error);
      }
    };
    if (allOwners.isWaiting || isTurnOverNow()) {
      runLater();
      return;
    }
    const startedAt = performance.now();
    run();
    owner?.count(performance.now() - startedAt);
  });
}
