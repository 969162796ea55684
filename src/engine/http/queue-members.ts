import { type Link, LinkedList } from './linked-list.ts';

/** A task that waits for a slot. */
export interface QueuedTask extends Link<QueuedTask> {
  /** The task has a slot, until `release` is called for it. Must not throw. */
  onSlot(): void;
}

/** The slots that one request holds, and its tasks that wait for one. */
export class RequestQueue extends LinkedList<QueuedTask> implements Link<RequestQueue> {
  previous: RequestQueue | undefined = undefined;
  next: RequestQueue | undefined = undefined;
  used = 0;
  readonly client: ClientQueue;

  constructor(client: ClientQueue) {
    super();
    this.client = client;
  }
}

/** The slots that the requests of one client hold, and those of them that wait for more, the next one first. */
export class ClientQueue extends LinkedList<RequestQueue> implements Link<ClientQueue> {
  previous: ClientQueue | undefined = undefined;
  next: ClientQueue | undefined = undefined;
  used = 0;
  /** Number of tasks that wait. */
  waiting = 0;
  /** Its place in the order of those that wait: the lowest number comes first. */
  turn = 0;
  readonly address: AddressQueue;

  constructor(address = new AddressQueue()) {
    super();
    this.address = address;
  }
}

/**
 * The slots that the clients of one address hold, and those of them that wait for more, the next one first: apart, as any number may
 * wait without a slot, and of those, all may have one or none.
 */
export class AddressQueue implements Link<AddressQueue> {
  previous: AddressQueue | undefined = undefined;
  next: AddressQueue | undefined = undefined;
  used = 0;
  /** Whether its clients are those that the service has answered with success. */
  readonly isConfirmed: boolean;
  readonly #without = new LinkedList<ClientQueue>();
  readonly #holding = new LinkedList<ClientQueue>();
  #turns = 0;

  constructor(isConfirmed = true) {
    this.isConfirmed = isConfirmed;
  }

  /** Whether some of its clients wait. */
  get isWaiting(): boolean {
    return this.#without.first !== undefined || this.#holding.first !== undefined;
  }

  /** The next client that holds no slot, and the next one that does. */
  get firstWithout(): ClientQueue | undefined {
    return this.#without.first;
  }

  get firstHolding(): ClientQueue | undefined {
    return this.#holding.first;
  }

  /** Adds a client that waits: its turn is the last one. */
  add(client: ClientQueue): void {
    client.turn = this.#turns++;
    (client.used === 0 ? this.#without : this.#holding).add(client);
  }

  /** Removes a client; false where it does not wait. Call before its number of slots changes. */
  remove(client: ClientQueue): boolean {
    return (client.used === 0 ? this.#without : this.#holding).remove(client);
  }

  *[Symbol.iterator](): Generator<ClientQueue> {
    yield* this.#without;
    yield* this.#holding;
  }
}
