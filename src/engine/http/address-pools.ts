import dns, { type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Pool } from 'undici';
import type { FairQueue } from './fair-queue.ts';

/** Connections to the service, and who may use one next: the queue has as many slots as each pool has connections. */
export interface Connections {
  readonly queue: FairQueue;
  readonly pools: Pick<AddressPools, 'next' | 'close'>;
}

export interface AddressPoolsOptions {
  /** Host name of the service, or its address. */
  readonly hostname: string;
  /** The longest time for which a connection gets new requests, in milliseconds; 0 for no limit. */
  readonly maxAgeMs: number;
  /** Creates a pool. Without `lookup`, its connections resolve the name themselves. */
  readonly create: (lookup: LookupFunction | undefined) => Pool;
}

/**
 * Pools of kept-alive connections, one for each address that the DNS name of a service has. Requests are spread over them in turn.
 * When they reach their maximum age, the name is resolved again, and new pools take over.
 */
export class AddressPools {
  readonly #options: AddressPoolsOptions;
  readonly #aging: NodeJS.Timeout | undefined;
  #pools: readonly [Pool, ...Pool[]];
  /** Pools that complete their requests in flight. */
  readonly #retired = new Set<Promise<void>>();
  #turn = 0;
  #isClosed = false;

  constructor(options: AddressPoolsOptions) {
    const { create, maxAgeMs } = options;
    this.#options = options;
    this.#pools = [create(undefined)];
    if (maxAgeMs === 0) return;
    this.#replace();
    this.#aging = setInterval(() => this.#replace(), maxAgeMs).unref();
  }

  /** The pool whose turn it is. */
  next(): Pool {
    const pools = this.#pools;
    if (pools.length === 1) return pools[0];
    this.#turn = (this.#turn + 1) % pools.length;
    return pools[this.#turn] as Pool;
  }

  /** Waits for the requests in flight, then closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#aging);
    for (const pool of this.#pools) this.#retire(pool);
    await Promise.all(this.#retired);
  }

  #replace(): void {
    const { hostname } = this.#options;
    // The name server may be out of service for a time: the connections stay.
    dns.lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }, (error, addresses) => {
      if (error === null && addresses.length > 0 && !this.#isClosed) this.#use(addresses);
    });
  }

  #use(addresses: readonly LookupAddress[]): void {
    const old = this.#pools;
    const pools = addresses.map((_, i) => this.#options.create(lookupOf(startingWith(i, addresses))));
    this.#pools = pools as [Pool, ...Pool[]];
    for (const pool of old) this.#retire(pool);
  }

  #retire(pool: Pool): void {
    const retired = pool.close().finally(() => this.#retired.delete(retired));
    this.#retired.add(retired);
  }
}

/** A connection tries the addresses in this order: where the first one is dead, it goes to another one. */
function startingWith(first: number, addresses: readonly LookupAddress[]): LookupAddress[] {
  return [...addresses.slice(first), ...addresses.slice(0, first)];
}

function lookupOf(addresses: LookupAddress[]): LookupFunction {
  const [{ address, family }] = addresses as [LookupAddress];
  return (_hostname, { all }, callback) => {
    if (all) callback(null, addresses);
    else callback(null, address, family);
  };
}
