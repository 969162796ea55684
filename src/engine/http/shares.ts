import { IdentityQueue, RequestQueue } from './fair-queue.ts';
import { InFlightMap } from './in-flight-map.ts';

/** What the requests of one client use together: of all that send the same credentials. */
export class IdentityShare {
  readonly identity: string;
  readonly reads = new IdentityQueue();
  readonly writes = new IdentityQueue();
  /** Bytes of the responses that its requests hold. */
  bytes = 0;
  /** Number of its requests. */
  requests = 0;

  constructor(identity: string) {
    this.identity = identity;
  }
}

/** What one request uses of the connections, and of the memory for responses. */
export class RequestShare {
  readonly owner: IdentityShare;
  readonly reads: RequestQueue;
  readonly writes: RequestQueue;
  /** Bytes of the responses that it holds. */
  bytes = 0;

  constructor(owner: IdentityShare) {
    this.owner = owner;
    this.reads = new RequestQueue(owner.reads);
    this.writes = new RequestQueue(owner.writes);
  }
}

/** The shares of all requests that are executed, by identity. */
export class Shares {
  readonly #identities = new InFlightMap<IdentityShare>();

  /** The share of a new request of a client, as `Credentials.client` names it. Close it when the request ends. */
  open(identity: string): RequestShare {
    let owner = this.#identities.get(identity);
    if (owner === undefined) {
      owner = new IdentityShare(identity);
      this.#identities.set(identity, owner);
    }
    owner.requests++;
    return new RequestShare(owner);
  }

  close({ owner }: RequestShare): void {
    owner.requests--;
    if (owner.requests === 0) this.#identities.delete(owner.identity, owner);
  }
}
