import type { HttpExchange } from './http-exchange.ts';
import { InFlightMap } from './in-flight-map.ts';

/** The reads in flight of one identity, by URL: all its requests may share them. No identity sees a read of another. */
export class ReadsInFlight extends InFlightMap<HttpExchange> {
  /** The identity. */
  readonly name: string;
  /** Number of its open requests. */
  requests = 0;

  constructor(name: string) {
    super();
    this.name = name;
  }
}
