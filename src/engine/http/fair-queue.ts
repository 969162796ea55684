import { type Link, LinkedList } from './linked-list.ts';

/** A task that waits for a slot. */
export interface QueuedTask extends Link<QueuedTask> {
  /** The task has a slot, until `release` is called for it. Must not throw. */
  onSlot(): void;
}

/** The slots that the requests of one identity hold, and those of them that wait for more. */
export class IdentityQueue {
  used = 0;
  waiting = 0;
  readonly requests = new Set<RequestQueue>();
}

/** The slots that one request holds, and its tasks that wait for one. */
export class RequestQueue {
  used = 0;
  readonly tasks = new LinkedList<QueuedTask>();
  readonly identity: IdentityQueue;

  constructor(identity: IdentityQueue) {
    this.identity = identity;
  }
}

/** How much more than what it leaves to others one may take: three quarters of the slots, where nobody else has any. */
const greed = 3;

/**
 * Shares a number of slots between identities, and what an identity gets between its requests. Whoever holds many slots gets no
 * further one while few are free: an identity holds at most three times as many as are left, and a request at most three
 * times as many as its identity could still take. So a few that hold their slots for long leave some to whoever holds
 * none. Those that wait are served in turn: one task of one request of each identity.
 */
export class FairQueue {
  readonly #maxWaiting: number;
  readonly #maxWaitingPerIdentity: number;
  /** The identities that wait, the next one first. */
  readonly #identities = new Set<IdentityQueue>();
  #free: number;
  #waiting = 0;
  #isServing = false;

  /** At most `maxWaiting` tasks of one identity wait, and ten times as many of all together. */
  constructor(slots: number, maxWaiting: number) {
    this.#free = slots;
    this.#maxWaitingPerIdentity = maxWaiting;
    this.#maxWaiting = 10 * maxWaiting;
  }

  /** Gives the task a slot now, or in its turn. False where too many tasks wait: the task was not added. */
  add(task: QueuedTask, request: RequestQueue): boolean {
    const { identity, tasks } = request;
    if (tasks.first === undefined && this.#mayServe(identity) && this.#mayTake(request)) {
      this.#take(request);
      task.onSlot();
      return true;
    }
    if (identity.waiting >= this.#maxWaitingPerIdentity || this.#waiting >= this.#maxWaiting) return false;
    tasks.add(task);
    identity.waiting++;
    this.#waiting++;
    identity.requests.add(request);
    this.#identities.add(identity);
    return true;
  }

  /** Removes a task that does not wait any more; one that is not in the queue is ignored. */
  remove(task: QueuedTask, request: RequestQueue): void {
    if (!request.tasks.remove(task)) return;
    const { identity } = request;
    identity.waiting--;
    this.#waiting--;
    if (request.tasks.first === undefined) identity.requests.delete(request);
    if (identity.waiting === 0) this.#identities.delete(identity);
  }

  /** Returns the slot of a task of this request. */
  release(request: RequestQueue): void {
    this.#free++;
    request.used--;
    request.identity.used--;
    this.#serve();
  }

  /** Gives all tasks that wait a slot at once: where they end without using it. */
  flush(): void {
    for (const identity of [...this.#identities]) {
      for (const request of [...identity.requests]) {
        for (let task = request.tasks.first; task !== undefined; task = request.tasks.first) {
          this.remove(task, request);
          this.#take(request);
          task.onSlot();
        }
      }
    }
  }

  #serve(): void {
    // A task that ends at once releases its slot while the loop below runs.
    if (this.#isServing || this.#waiting === 0) return;
    this.#isServing = true;
    try {
      for (let request = this.#next(); request !== undefined; request = this.#next()) this.#serveFirst(request);
    } finally {
      this.#isServing = false;
    }
  }

  /** At most a third of the slots are held by identities that may not have more, so few are passed over. */
  #next(): RequestQueue | undefined {
    for (const identity of this.#identities) {
      if (!this.#mayServe(identity)) continue;
      for (const request of identity.requests) if (this.#mayTake(request)) return request;
    }
    return undefined;
  }

  #serveFirst(request: RequestQueue): void {
    const { identity, tasks } = request;
    const task = tasks.first;
    if (task === undefined) return;
    this.remove(task, request);
    // The others' turns come first.
    if (identity.requests.delete(request)) identity.requests.add(request);
    if (this.#identities.delete(identity)) this.#identities.add(identity);
    this.#take(request);
    task.onSlot();
  }

  #take(request: RequestQueue): void {
    this.#free--;
    request.used++;
    request.identity.used++;
  }

  /** The free slots that whoever holds some may take: the last one is for an identity that holds none. */
  get #spare(): number {
    return this.#free - 1;
  }

  #mayServe({ used }: IdentityQueue): boolean {
    return this.#free > 0 && (used === 0 || used < greed * this.#spare);
  }

  #mayTake({ used, identity }: RequestQueue): boolean {
    if (used === 0) return true;
    // How many more slots the identity could take until it holds three times as many as are left.
    const room = (greed * this.#spare - identity.used) / (greed + 1);
    return used < greed * room;
  }
}
