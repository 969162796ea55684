import { allOwners, TurnQueue } from '../turns/event-loop-turn.ts';
import { TurnOwner } from '../turns/turn-owner.ts';
import { AddressQueue, ClientQueue } from './queue-members.ts';
import { RecentMap } from './recent-map.ts';

/** What the requests of one client use together: of all that send the same credentials. */
export class ClientUsage {
  readonly reads: ClientQueue;
  readonly #writesOfAddress: AddressQueue;
  #writes: ClientQueue | undefined = undefined;
  /** Has its turns of the event loop. */
  readonly owner: TurnOwner;
  /** Whether the service has answered its credentials with success. Otherwise it is all such clients of one address. */
  readonly isConfirmed: boolean;
  #responses: TurnQueue | undefined = undefined;
  /** Bytes of the responses that its requests hold. */
  bytes = 0;
  /** Number of its open requests. */
  requests = 0;

  constructor(reads: AddressQueue, writes: AddressQueue, owner: TurnOwner) {
    this.reads = new ClientQueue(reads);
    this.#writesOfAddress = writes;
    this.owner = new TurnOwner(owner);
    this.isConfirmed = reads.isConfirmed;
  }

  get writes(): ClientQueue {
    this.#writes ??= new ClientQueue(this.#writesOfAddress);
    return this.#writes;
  }

  /** Large responses that have arrived and are not parsed yet. */
  get responses(): TurnQueue {
    this.#responses ??= new TurnQueue(this.owner);
    return this.#responses;
  }

  get isInUse(): boolean {
    return this.requests > 0;
  }
}

/** How much more CPU time confirmed clients have than all others together. */
const confirmedWeight = 3;
const confirmedOwners = new TurnOwner(allOwners, confirmedWeight);
const unconfirmedOwners = new TurnOwner(allOwners);

/** Most addresses, and most confirmed clients, that are remembered where they have no open requests, by half. */
const remembered = 2_000;
/** The same for the confirmed clients of one address. */
const rememberedPerAddress = 200;

class AddressUsage {
  /** All clients of the address that are not confirmed: credentials are free to make up. */
  readonly unconfirmed = new ClientUsage(new AddressQueue(false), new AddressQueue(false), unconfirmedOwners);
  readonly #confirmed = new RecentMap<ClientUsage>(rememberedPerAddress);
  readonly #reads = new AddressQueue();
  readonly #writes = new AddressQueue();
  readonly #owner = new TurnOwner(confirmedOwners);
  /** Number of open requests. */
  requests = 0;

  get isInUse(): boolean {
    return this.requests > 0;
  }

  /** CPU time of all its clients so far, in milliseconds. */
  get spentMs(): number {
    return this.#owner.spentMs + this.unconfirmed.owner.spentMs;
  }

  confirmed(name: string): ClientUsage {
    let usage = this.#confirmed.get(name);
    if (usage === undefined) {
      usage = new ClientUsage(this.#reads, this.#writes, this.#owner);
      this.#confirmed.set(name, usage);
    }
    return usage;
  }
}

/** What is remembered of a client that is confirmed. */
const confirmation = { isInUse: false };

/** The clients of a service, by their addresses. */
export class Clients {
  readonly #addresses = new RecentMap<AddressUsage>(remembered);
  readonly #confirmed = new RecentMap<typeof confirmation>(remembered);

  /** A client at an address. Its name tells its credentials, and should not hold them. */
  at(address: string, name: string): Client {
    let usage = this.#addresses.get(address);
    if (usage === undefined) {
      usage = new AddressUsage();
      this.#addresses.set(address, usage);
    }
    return new Client(this, usage, name);
  }

  /** CPU time that all clients at an address have used in turns, in milliseconds; since it was last forgotten. */
  spentMsAt(address: string): number {
    return this.#addresses.get(address)?.spentMs ?? 0;
  }

  /** A client that nobody else can be taken for, as it sends no requests over a network. */
  local(name: string): Client {
    this.confirm(name);
    return this.at('', name);
  }

  isConfirmed(name: string): boolean {
    return this.#confirmed.get(name) !== undefined;
  }

  confirm(name: string): void {
    if (!this.isConfirmed(name)) this.#confirmed.set(name, confirmation);
  }
}

/** One client at one address, for one request. */
export class Client {
  readonly #clients: Clients;
  readonly #address: AddressUsage;
  readonly #name: string;
  #usage: ClientUsage;

  constructor(clients: Clients, address: AddressUsage, name: string) {
    this.#clients = clients;
    this.#address = address;
    this.#name = name;
    this.#usage = clients.isConfirmed(name) ? address.confirmed(name) : address.unconfirmed;
  }

  get usage(): ClientUsage {
    return this.#usage;
  }

  forAnotherRequest(): Client {
    return new Client(this.#clients, this.#address, this.#name);
  }

  /** The request begins to use the service. Call `close` at its end. */
  open(): void {
    this.#address.requests++;
    this.#usage.requests++;
  }

  close(): void {
    this.#address.requests--;
    this.#usage.requests--;
  }

  /** The service has answered its credentials with success: from now on the open request uses what is the client's own. */
  confirm(): void {
    this.#clients.confirm(this.#name);
    const usage = this.#address.confirmed(this.#name);
    this.#usage.requests--;
    usage.requests++;
    this.#usage = usage;
  }
}
