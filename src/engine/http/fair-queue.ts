import { LinkedList } from './linked-list.ts';
import type { AddressQueue, ClientQueue, QueuedTask, RequestQueue } from './queue-members.ts';

/** The slots that a class of clients holds, and the addresses of those that wait, the next one first. */
class ClientClass extends LinkedList<AddressQueue> {
  used = 0;
  /** Number of tasks that wait. */
  waiting = 0;
}

/** How many slots there are and are held, and how many tasks wait for one. */
export interface QueueUsage {
  readonly slots: number;
  readonly used: number;
  readonly waiting: number;
}

/** How much more than what it leaves to others one may take: three quarters of the slots, where nobody else has any. */
const shareRatio = 3;

/** The part of the slots, of the places in the queue and of the memory that all clients together may have that are not confirmed. */
export const unconfirmedPart = 1 / 4;

/** Slots that are left to an address that holds none. */
const leftToAddresses = 2;

/**
 * Shares a number of slots between addresses, between the clients of an address, and what a client gets between its requests.
 * Whoever holds many slots gets no further one while few are free: a client holds at most three times as many as are left, and a
 * request at most three times as many as its client could still take. So a few that hold their slots for long leave some to
 * whoever holds none, and many at one address leave some to other addresses. Clients that are not confirmed share a quarter in
 * the same way. Those that wait are served in turn: one task of one request of one client of each address.
 */
export class FairQueue {
  readonly #slots: number;
  readonly #maxWaitingPerClient: number;
  readonly #maxWaiting: number;
  readonly #leftToAddresses: number;
  readonly #confirmed = new ClientClass();
  readonly #unconfirmed = new ClientClass();
  #isServing = false;
  /** Whether those that are not confirmed have the next turn. */
  #isTurnOfUnconfirmed = false;
  /** Whether all tasks wait, whatever is free. Call `resume` or `flush` when they do no longer. */
  isHeld = false;

  /** At most `maxWaiting` tasks of one client wait, and ten times as many of all together. */
  constructor(slots: number, maxWaiting: number) {
    this.#slots = slots;
    this.#maxWaitingPerClient = maxWaiting;
    this.#maxWaiting = 10 * maxWaiting;
    this.#leftToAddresses = Math.min(leftToAddresses, slots >> 3);
  }

  get usage(): QueueUsage {
    return { slots: this.#slots, used: this.#slots - this.#free, waiting: this.#waiting };
  }

  /** Gives the task a slot now, or in its turn. False where too many tasks wait: the task was not added. */
  add(task: QueuedTask, request: RequestQueue): boolean {
    const { client } = request;
    if (
      !this.isHeld &&
      request.first === undefined &&
      this.#mayServe(client, this.#spareFor(client.address)) &&
      this.#mayTake(request)
    ) {
      this.#countUsed(request, 1);
      task.onSlot();
      return true;
    }
    if (!this.#mayWait(client)) return false;
    const { address } = client;
    if (!address.isWaiting) this.#classOf(address).add(address);
    if (client.waiting === 0) address.add(client);
    if (request.first === undefined) client.add(request);
    request.add(task);
    this.#countWaiting(client, 1);
    return true;
  }

  /** Removes a task that does not wait any more; one that is not in the queue is ignored. */
  remove(task: QueuedTask, request: RequestQueue): void {
    if (!request.remove(task)) return;
    const { client } = request;
    const { address } = client;
    this.#countWaiting(client, -1);
    if (request.first === undefined) client.remove(request);
    if (client.waiting === 0) address.remove(client);
    if (!address.isWaiting) this.#classOf(address).remove(address);
  }

  /** Returns the slot of a task of this request. */
  release(request: RequestQueue): void {
    this.#countUsed(request, -1);
    this.resume();
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
    this.resume();
  }

  /** Gives all tasks that wait a slot at once: where they end without using it. */
  flush(): void {
    for (const address of [...this.#confirmed, ...this.#unconfirmed]) {
      for (const client of [...address]) this.#flush(client);
    }
  }

  #flush(client: ClientQueue): void {
    for (const request of [...client]) {
      for (let task = request.first; task !== undefined; task = request.first) {
        this.remove(task, request);
        this.#countUsed(request, 1);
        task.onSlot();
      }
    }
  }

  /** Gives free slots to tasks that wait. */
  resume(): void {
    // A task that ends at once releases its slot while the loop below runs.
    if (this.#isServing || this.isHeld || this.#waiting === 0) return;
    this.#isServing = true;
    try {
      for (let request = this.#next(); request !== undefined; request = this.#next()) this.#serveFirst(request);
    } finally {
      this.#isServing = false;
    }
  }

  /** Confirmed clients and all others take turns. */
  #next(): RequestQueue | undefined {
    const confirmed = this.#confirmed;
    const others = this.#unconfirmed;
    if (this.#isTurnOfUnconfirmed) return this.#nextOf(others) ?? this.#nextOf(confirmed);
    return this.#nextOf(confirmed) ?? this.#nextOf(others);
  }

  /** Only those that hold slots are passed over: not more of them than there are slots. */
  #nextOf(addresses: ClientClass): RequestQueue | undefined {
    if (addresses.first === undefined) return undefined;
    const spare = this.#spareFor(addresses.first);
    if (spare < 0) return undefined;
    for (let address: AddressQueue | undefined = addresses.first; address !== undefined; address = address.next) {
      const request = this.#nextAt(address, spare);
      if (request !== undefined) return request;
    }
    return undefined;
  }

  #nextAt(address: AddressQueue, spare: number): RequestQueue | undefined {
    const { firstWithout } = address;
    const other = firstWithout !== undefined && this.#mayServe(firstWithout, spare) ? firstWithout : undefined;
    const last = other?.turn ?? Number.POSITIVE_INFINITY;
    for (let client = address.firstHolding; client !== undefined && client.turn < last; client = client.next) {
      if (!this.#mayServe(client, spare)) continue;
      for (let request = client.first; request !== undefined; request = request.next) {
        if (this.#mayTake(request)) return request;
      }
    }
    return other?.first;
  }

  #serveFirst(request: RequestQueue): void {
    const { client } = request;
    const { address } = client;
    const task = request.first;
    if (task === undefined) return;
    this.remove(task, request);
    // The others' turns come first.
    if (client.remove(request)) client.add(request);
    if (address.remove(client)) address.add(client);
    const addresses = this.#classOf(address);
    if (addresses.remove(address)) addresses.add(address);
    this.#isTurnOfUnconfirmed = address.isConfirmed;
    this.#countUsed(request, 1);
    task.onSlot();
  }

  #countUsed(request: RequestQueue, change: 1 | -1): void {
    const { client } = request;
    const { address } = client;
    const isOtherList = client.used === (change === 1 ? 0 : 1);
    const waits = isOtherList && address.remove(client);
    request.used += change;
    client.used += change;
    address.used += change;
    this.#classOf(address).used += change;
    if (waits) address.add(client);
  }

  #countWaiting(client: ClientQueue, change: 1 | -1): void {
    client.waiting += change;
    this.#classOf(client.address).waiting += change;
  }

  #classOf({ isConfirmed }: AddressQueue): ClientClass {
    return isConfirmed ? this.#confirmed : this.#unconfirmed;
  }

  get #free(): number {
    return this.#slots - this.#confirmed.used - this.#unconfirmed.used;
  }

  get #waiting(): number {
    return this.#confirmed.waiting + this.#unconfirmed.waiting;
  }

  /** The free slots of a class that whoever holds some may take: the last one is for a client that holds none. */
  #spareFor({ isConfirmed }: AddressQueue): number {
    if (isConfirmed) return this.#free - 1;
    return Math.min(this.#free, partOf(this.#slots) - this.#unconfirmed.used) - 1;
  }

  #mayServe({ used, address }: ClientQueue, spare: number): boolean {
    if (used > 0) return used < shareRatio * spare;
    return spare >= (address.used === 0 ? 0 : this.#leftToAddresses);
  }

  #mayTake({ used, client }: RequestQueue): boolean {
    if (used === 0) return true;
    // How many more slots the client could take until it holds three times as many as are left.
    const room = (shareRatio * this.#spareFor(client.address) - client.used) / (shareRatio + 1);
    return used < shareRatio * room;
  }

  #mayWait({ waiting, address }: ClientQueue): boolean {
    // It leaves as many places to the others as it has, so that there is always one for another client.
    if (waiting >= Math.min(this.#maxWaitingPerClient, this.#maxWaiting - this.#waiting)) return false;
    // One that is not confirmed leaves as many places to the others as it has.
    return address.isConfirmed || waiting < partOf(this.#maxWaiting) - this.#unconfirmed.waiting;
  }
}

/** The part that all clients together may have that are not confirmed. */
function partOf(count: number): number {
  return Math.max(1, Math.floor(count * unconfirmedPart));
}
