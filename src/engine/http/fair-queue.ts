import { type Link, LinkedList } from './linked-list.ts';

/** A task that waits for a slot. */
export interface QueuedTask extends Link<QueuedTask> {
  /** The task has a slot, until `release` is called for it. Must not throw. */
  onSlot(): void;
}

/** The slots that the requests of one client hold, and those of them that wait for more. */
export class ClientQueue {
  used = 0;
  waiting = 0;
  #requests: Set<RequestQueue> | undefined = undefined;

  /** The requests that wait. Most clients never have any. */
  get requests(): Set<RequestQueue> {
    this.#requests ??= new Set();
    return this.#requests;
  }
}

/** The slots that one request holds, and its tasks that wait for one. */
export class RequestQueue extends LinkedList<QueuedTask> {
  used = 0;
  readonly client: ClientQueue;

  constructor(client: ClientQueue) {
    super();
    this.client = client;
  }
}

/** How many slots there are and are held, and how many tasks wait for one. */
export interface QueueUsage {
  readonly slots: number;
  readonly used: number;
  readonly waiting: number;
}

/** How much more than what it leaves to others one may take: three quarters of the slots, where nobody else has any. */
const greed = 3;

/**
 * Shares a number of slots between clients, and what a client gets between its requests. Whoever holds many slots gets no
 * further one while few are free: a client holds at most three times as many as are left, and a request at most three
 * times as many as its client could still take. So a few that hold their slots for long leave some to whoever holds
 * none. Those that wait are served in turn: one task of one request of each client.
 */
export class FairQueue {
  readonly #slots: number;
  readonly #maxWaiting: number;
  readonly #maxWaitingPerClient: number;
  /** The clients that wait, the next one first. */
  readonly #clients = new Set<ClientQueue>();
  #free: number;
  #waiting = 0;
  #isServing = false;

  /** At most `maxWaiting` tasks of one client wait, and ten times as many of all together. */
  constructor(slots: number, maxWaiting: number) {
    this.#slots = slots;
    this.#free = slots;
    this.#maxWaitingPerClient = maxWaiting;
    this.#maxWaiting = 10 * maxWaiting;
  }

  get usage(): QueueUsage {
    return { slots: this.#slots, used: this.#slots - this.#free, waiting: this.#waiting };
  }

  /** Gives the task a slot now, or in its turn. False where too many tasks wait: the task was not added. */
  add(task: QueuedTask, request: RequestQueue): boolean {
    const { client } = request;
    if (request.first === undefined && this.#mayServe(client) && this.#mayTake(request)) {
      this.#take(request);
      task.onSlot();
      return true;
    }
    if (client.waiting >= this.#maxWaitingPerClient || this.#waiting >= this.#maxWaiting) return false;
    request.add(task);
    client.waiting++;
    this.#waiting++;
    client.requests.add(request);
    this.#clients.add(client);
    return true;
  }

  /** Removes a task that does not wait any more; one that is not in the queue is ignored. */
  remove(task: QueuedTask, request: RequestQueue): void {
    if (!request.remove(task)) return;
    const { client } = request;
    client.waiting--;
    this.#waiting--;
    if (request.first === undefined) client.requests.delete(request);
    if (client.waiting === 0) this.#clients.delete(client);
  }

  /** Returns the slot of a task of this request. */
  release(request: RequestQueue): void {
    this.#free++;
    request.used--;
    request.client.used--;
    this.#serve();
  }

  /** Runs an action that releases slots and removes tasks; slots are given again after it. */
  batch(action: () => void): void {
    const wasServing = this.#isServing;
    this.#isServing = true;
    try {
      action();
    } finally {
      this.#isServing = wasServing;
    }
    this.#serve();
  }

  /** Gives all tasks that wait a slot at once: where they end without using it. */
  flush(): void {
    for (const client of [...this.#clients]) {
      for (const request of [...client.requests]) {
        for (let task = request.first; task !== undefined; task = request.first) {
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

  /** At most a third of the slots are held by clients that may not have more, so few are passed over. */
  #next(): RequestQueue | undefined {
    for (const client of this.#clients) {
      if (!this.#mayServe(client)) continue;
      for (const request of client.requests) if (this.#mayTake(request)) return request;
    }
    return undefined;
  }

  #serveFirst(request: RequestQueue): void {
    const { client } = request;
    const task = request.first;
    if (task === undefined) return;
    this.remove(task, request);
    // The others' turns come first.
    if (client.requests.delete(request)) client.requests.add(request);
    if (this.#clients.delete(client)) this.#clients.add(client);
    this.#take(request);
    task.onSlot();
  }

  #take(request: RequestQueue): void {
    this.#free--;
    request.used++;
    request.client.used++;
  }

  /** The free slots that whoever holds some may take: the last one is for a client that holds none. */
  get #spare(): number {
    return this.#free - 1;
  }

  #mayServe({ used }: ClientQueue): boolean {
    return this.#free > 0 && (used === 0 || used < greed * this.#spare);
  }

  #mayTake({ used, client }: RequestQueue): boolean {
    if (used === 0) return true;
    // How many more slots the client could take until it holds three times as many as are left.
    const room = (greed * this.#spare - client.used) / (greed + 1);
    return used < greed * room;
  }
}
