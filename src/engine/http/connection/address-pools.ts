import dns, { type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Pool } from 'undici';
import { AddressConnections, type ConnectionKinds } from './address-connections.ts';
import { ConstantUrl } from './constant-url.ts';
import { connectorOf, type UpstreamRoute } from './route.ts';
import { type AddressUsage, ServiceAddress } from './service-address.ts';

export interface AddressPoolsOptions {
  readonly origin: string;
  /** Host name of the service, or its address. */
  readonly hostname: string;
  readonly route: UpstreamRoute;
  /** The longest time for which a connection gets new requests, in milliseconds; 0 for no limit. */
  readonly maxAgeMs: number;
  /** Maximum number of connections that are kept alive to one address, and of all requests in flight. */
  readonly keptConnections: number;
  readonly requests: number;
  /** Timeout of opening a connection, in milliseconds. */
  readonly timeoutMs: number;
  /** Failures in a row until an address is ejected; 0 turns it off. */
  readonly ejectionThreshold: number;
  /** Path of the GET that decides whether an ejected address gets calls again. */
  readonly probePath: string;
  /** Called when an address is ejected, and when it gets calls again. */
  readonly onEjectionChange?: ((usage: AddressUsage) => void) | undefined;
}

/** Of further addresses that a name has, none is used. */
const maxAddresses = 64;

/**
 * For how long a connection gets writes after a response, in milliseconds. Services close idle connections after two seconds and more.
 */
const recentMs = 1000;

/** A `Keep-Alive` header of the service may shorten it. */
const recentOnly = { keepAliveTimeout: recentMs, keepAliveMaxTimeout: recentMs };

/** Connections for probes, beside those of requests. */
const probeConnections = 8;

/**
 * Connections to each address that the DNS name of the service has. Requests are spread over them in turn. When the connections
 * reach their maximum age, the name is resolved again, and new ones take over. An address at which requests fail in a row gets
 * none for a time, if at least half of the addresses remain.
 */
export class AddressPools {
  readonly #options: AddressPoolsOptions;
  readonly #aging: NodeJS.Timeout | undefined;
  /** All addresses that the name has had, the latest ones last: their counts go on if they return. */
  readonly #known = new Map<string, ServiceAddress>();
  /** The addresses that the name has now. */
  #addresses: readonly ServiceAddress[];
  /** Those that get requests. */
  #connections: readonly [AddressConnections, ...AddressConnections[]];
  /** Connections that complete their requests in flight. */
  readonly #retired = new Set<Promise<void>>();
  #turn = 0;
  #isClosed = false;

  constructor(options: AddressPoolsOptions) {
    const { hostname, maxAgeMs, route } = options;
    this.#options = options;
    const name = route.socketPath ?? bareHost(hostname);
    const only = new ServiceAddress(name, isIP(name));
    this.#addresses = [only];
    this.#connections = [this.#connect(only)];
    if (maxAgeMs === 0) return;
    this.#renew();
    this.#aging = setInterval(() => this.#renew(), maxAgeMs).unref();
  }

  /** The connections whose turn it is; if possible, others than those of an attempt that failed. */
  next(avoided?: AddressConnections): AddressConnections {
    const all = this.#connections;
    return all.length === 1 ? all[0] : this.#nextOf(all, avoided?.address);
  }

  /** Connections to the addresses that get requests. */
  get current(): readonly AddressConnections[] {
    return this.#connections;
  }

  /** Of all addresses that the name has had, so that no count goes back. */
  get usage(): readonly AddressUsage[] {
    return [...this.#known.values()].map(usageOf);
  }

  /** Waits for the requests in flight, then closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#aging);
    for (const address of this.#addresses) address.restore();
    for (const connections of this.#connections) this.#retire(connections);
    await Promise.all(this.#retired);
  }

  /** An address that does not respond cannot hold the connections of all others: it has no more than its part. */
  #nextOf(all: readonly AddressConnections[], avoided: ServiceAddress | undefined): AddressConnections {
    const part = Math.ceil(this.#options.requests / all.length);
    for (let tried = 0; tried < all.length; tried++) {
      this.#turn = (this.#turn + 1) % all.length;
      const { address } = all[this.#turn] as AddressConnections;
      if (address.inFlight < part && address !== avoided) break;
    }
    return all[this.#turn] as AddressConnections;
  }

  #renew(): void {
    const { hostname, route } = this.#options;
    if (route.socketPath !== undefined || route.proxy !== undefined) {
      this.#replaceAll();
      return;
    }
    // The name server may be out of service for a time: the connections stay.
    dns.lookup(bareHost(hostname), { all: true }, (error, found) => {
      if (error === null && found.length > 0 && !this.#isClosed) this.#use(found.slice(0, maxAddresses));
    });
  }

  #use(found: readonly LookupAddress[]): void {
    const addresses = found.map((one) => this.#known.get(one.address) ?? new ServiceAddress(one.address, one.family));
    for (const address of this.#addresses) if (!addresses.includes(address)) address.restore();
    this.#addresses = [...new Set(addresses)];
    for (const address of this.#addresses) {
      this.#known.delete(address.address);
      this.#known.set(address.address, address);
    }
    for (const name of this.#known.keys()) if (this.#known.size > maxAddresses) this.#known.delete(name);
    for (const address of this.#addresses) if (this.#ejected > this.#maxEjected) address.restore();
    this.#replaceAll();
  }

  #replaceAll(): void {
    const old = this.#connections;
    const current = this.#addresses.filter(({ isEjected }) => !isEjected).map((address) => this.#connect(address));
    this.#connections = current as [AddressConnections, ...AddressConnections[]];
    for (const connections of old) this.#retire(connections);
  }

  #connect(address: ServiceAddress): AddressConnections {
    return new AddressConnections(
      address,
      (connections) => this.#poolsOf(connections),
      (connections) => this.#failed(connections),
    );
  }

  #poolsOf(connections: AddressConnections): ConnectionKinds {
    const { origin, route, timeoutMs, keptConnections, requests } = this.#options;
    const { address } = connections;
    const url = new ConstantUrl(origin);
    const lookup = address.family === 0 ? undefined : lookupOf(() => this.#startingWith(address));
    const onConnect = ({ remoteAddress }: Socket) => {
      if (this.#addresses.length > 1 && remoteAddress !== address.address) this.#diverted(connections);
    };
    // Each attempt has a deadline of its own, so undici's coarse timers are not needed.
    const common = {
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: connectorOf(route, { timeoutMs, lookup, onConnect }),
    };
    return {
      kept: new Pool(url, { ...common, connections: keptConnections, pipelining: 1 }),
      recent: new Pool(url, { ...common, ...recentOnly, connections: requests, pipelining: 1 }),
      fresh: new Pool(url, { ...common, connections: requests + probeConnections, pipelining: 0 }),
    };
  }

  /** A connection tries the addresses in this order: where its own refuses it, or is slow to accept it, it goes to another one. */
  #startingWith(first: ServiceAddress): ServiceAddress[] {
    return [first, ...this.#addresses.filter((other) => other !== first && !other.isEjected)];
  }

  /** The address has not accepted a connection that another one has: later requests try it anew. */
  #diverted(connections: AddressConnections): void {
    if (connections.isDiverted) return;
    connections.isDiverted = true;
    connections.failed();
    const index = this.#connections.indexOf(connections);
    if (index >= 0) this.#replace(index, [this.#connect(connections.address)]);
  }

  #failed(connections: AddressConnections): void {
    const { address } = connections;
    const { ejectionThreshold, onEjectionChange } = this.#options;
    if (ejectionThreshold === 0 || address.failuresInRow < ejectionThreshold) return;
    const index = this.#connections.findIndex((one) => one.address === address);
    if (index < 0 || this.#ejected >= this.#maxEjected) return;
    address.eject(() => void this.#probe(address));
    this.#replace(index, []);
    onEjectionChange?.(usageOf(address));
  }

  async #probe(address: ServiceAddress): Promise<void> {
    const { probePath, timeoutMs, onEjectionChange } = this.#options;
    const connections = this.#connect(address);
    const problem = await connections.probe(probePath, timeoutMs);
    const isGone = this.#isClosed || !address.isEjected || !this.#addresses.includes(address);
    if (isGone || problem !== undefined || connections.isDiverted) {
      this.#retire(connections);
      if (!isGone) address.stayEjected(() => void this.#probe(address));
      return;
    }
    address.restore();
    this.#replace(this.#connections.length, [connections]);
    onEjectionChange?.(usageOf(address));
  }

  get #ejected(): number {
    return this.#addresses.filter(({ isEjected }) => isEjected).length;
  }

  get #maxEjected(): number {
    return Math.floor(this.#addresses.length / 2);
  }

  /** Replaces the connections at a place, or adds some at the end. */
  #replace(index: number, by: readonly AddressConnections[]): void {
    const current = [...this.#connections];
    const old = current.splice(index, 1, ...by);
    this.#connections = current as [AddressConnections, ...AddressConnections[]];
    for (const connections of old) this.#retire(connections);
  }

  #retire(connections: AddressConnections): void {
    const retired = connections.close().finally(() => this.#retired.delete(retired));
    this.#retired.add(retired);
  }
}

/** An IPv6 address in a URL has brackets. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function usageOf({ address, isEjected, inFlight, calls, failures, timesEjected }: ServiceAddress): AddressUsage {
  return { address, isEjected, inFlight, calls, failures, timesEjected };
}

function lookupOf(addresses: () => ServiceAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const found = addresses();
    const [{ address, family }] = found as [ServiceAddress];
    if (all)
      callback(
        null,
        found.map(({ address, family }) => ({ address, family })),
      );
    else callback(null, address, family);
  };
}
