import { hash } from 'node:crypto';
import type { Client, Credentials, Upstream } from '../../../engine/engine.ts';
import { clientAddress } from '../../http/client-address.ts';
import type { RequestOrigin } from '../../http/http-messages.ts';
import { LruCache } from '../../runtime/lru-cache.ts';
import type { Settings } from '../../settings/settings.ts';

/** Tells under which address, and under which name there, the use of the service is counted. */
export class ClientPlaces {
  readonly #upstream: Pick<Upstream, 'clients'>;
  readonly #trustedProxies: number;
  /** Addresses of clients by those of connections. */
  readonly #addresses = new LruCache<string>({ entries: 500, characters: 32_000 });
  /** Names by credentials: a hash takes as long as all else that is done to find a client. */
  readonly #names = new LruCache<string>({ entries: 5000, characters: 1_000_000 });

  constructor(upstream: Pick<Upstream, 'clients'>, { trustedProxies }: Pick<Settings, 'trustedProxies'>) {
    this.#upstream = upstream;
    this.#trustedProxies = trustedProxies;
  }

  get clients(): Upstream['clients'] {
    return this.#upstream.clients;
  }

  /** The place of a client. Clients without credentials of their own are told apart by their address. */
  placeOf(source: RequestOrigin, { client }: Pick<Credentials, 'client'>): Client {
    const address = this.addressOf(source);
    const name = client === '' ? `anonymous ${address}` : this.#nameOf(client);
    return this.#upstream.clients.at(address, name);
  }

  #nameOf(client: string): string {
    let name = this.#names.get(client);
    if (name === undefined) {
      name = hash('sha256', client, 'base64url');
      this.#names.set(client, name);
    }
    return name;
  }

  /** The address under which a request is counted; empty where it is not known. */
  addressOf({ headers, address = '' }: RequestOrigin): string {
    if (this.#trustedProxies > 0) return clientAddress(headers, address, this.#trustedProxies) ?? '';
    let known = this.#addresses.get(address);
    if (known === undefined) {
      known = clientAddress(headers, address, 0) ?? '';
      this.#addresses.set(address, known);
    }
    return known;
  }
}
