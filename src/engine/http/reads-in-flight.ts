import type { HttpExchange } from './http-exchange.ts';
import { InFlightMap } from './in-flight-map.ts';

/** The reads in flight of one identity, by URL: all its requests may share them. No identity sees a read of another. */
export class ReadsInFlight extends InFlightMap<HttpExchange> {
  readonly name: string;
  /** Number of its open requests. */
  requests = 0;

  constructor(name: string) {
    super();
    this.name = name;
  }
}

/** The identities that have open requests, with their reads in flight. */
export class OpenRequests {
  readonly #byIdentity = new InFlightMap<ReadsInFlight>();

  /** What a new request of an identity shares with its others. Call `close` with it when the request ends. */
  open(identity: string): ReadsInFlight {
    let reads = this.#byIdentity.get(identity);
    if (reads === undefined) {
      reads = new ReadsInFlight(identity);
      this.#byIdentity.set(identity, reads);
    }
    reads.requests++;
    return reads;
  }

  close(reads: ReadsInFlight): void {
    reads.requests--;
    if (reads.requests === 0) this.#byIdentity.delete(reads.name, reads);
  }
}
