import { CallStatistics } from './call-statistics.ts';
import { ClientQueue, RequestQueue } from './fair-queue.ts';
import { InFlightMap } from './in-flight-map.ts';

/** What the requests of one client use together: of all that send the same credentials. */
export class ClientShare {
  readonly client: string;
  readonly reads = new ClientQueue();
  readonly writes = new ClientQueue();
  /** Bytes of the responses that its requests hold. */
  bytes = 0;
  /** Number of its requests. */
  requests = 0;

  constructor(client: string) {
    this.client = client;
  }
}

/** What one request uses of the connections, and of the memory for responses. */
export class RequestShare {
  readonly owner: ClientShare;
  readonly reads: RequestQueue;
  readonly statistics: CallStatistics;
  /** Bytes of the responses that it holds. */
  bytes = 0;
  #writes: RequestQueue | undefined = undefined;

  constructor(owner: ClientShare, statistics: CallStatistics) {
    this.owner = owner;
    this.statistics = statistics;
    this.reads = new RequestQueue(owner.reads);
  }

  get writes(): RequestQueue {
    this.#writes ??= new RequestQueue(this.owner.writes);
    return this.#writes;
  }
}

/** The shares of all requests that are executed, by client. */
export class Shares {
  readonly #clients = new InFlightMap<ClientShare>();

  /** The share of a new request of a client, as `Credentials.client` names it. Close it when the request ends. */
  open(client: string, statistics = new CallStatistics()): RequestShare {
    let owner = this.#clients.get(client);
    if (owner === undefined) {
      owner = new ClientShare(client);
      this.#clients.set(client, owner);
    }
    owner.requests++;
    return new RequestShare(owner, statistics);
  }

  close({ owner }: RequestShare): void {
    owner.requests--;
    if (owner.requests === 0) this.#clients.delete(owner.client, owner);
  }
}
