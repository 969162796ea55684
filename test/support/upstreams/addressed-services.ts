import dns, { type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

type LookupCallback = (error: Error | null, found?: LookupAddress[] | string, family?: number) => void;

/** A name server that knows one name, `service.test`, for this process. */
export class NameServer {
  /** What the name resolves to; undefined while the name server is out of service. */
  addresses: string[] | undefined;
  lookups = 0;

  constructor() {
    const { lookup } = dns;
    vi.spyOn(dns, 'lookup').mockImplementation(((name: string, ...others: [{ all?: boolean }, LookupCallback]) => {
      if (name !== 'service.test') return (lookup as (...all: unknown[]) => void)(name, ...others);
      this.#respond(...others);
      return undefined;
    }) as typeof dns.lookup);
  }

  #respond(options: { all?: boolean }, callback: LookupCallback): void {
    const found = this.addresses?.map((address): LookupAddress => ({ address, family: 4 }));
    setImmediate(() => {
      if (found === undefined) callback(Object.assign(new Error('no name server'), { code: 'EAI_AGAIN' }));
      else if (options.all) callback(null, found);
      else callback(null, found[0]?.address, 4);
      setImmediate(() => this.lookups++);
    });
  }
}

/** What a service does with a request. */
export type Behavior = 'works' | 'responds 503' | 'hangs' | 'resets';

/** A REST service at an address of loopback, which counts its calls, and whose organization has the address as its title. */
export class AddressedService {
  calls = 0;
  writes = 0;
  behavior: Behavior = 'works';
  readonly address: string;
  readonly #server: Server = createServer((...exchange) => this.#handle(...exchange));

  constructor(address: string) {
    this.address = address;
  }

  async listen(port: number): Promise<number> {
    this.#server.listen(port, this.address);
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #handle(...[request, response]: Parameters<RequestListener>): void {
    this.calls++;
    if (request.method !== 'GET') this.writes++;
    if (this.behavior === 'hangs') return;
    if (this.behavior === 'resets') {
      request.socket.resetAndDestroy();
      return;
    }
    response.statusCode = this.behavior === 'works' ? 200 : 503;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'organization', id: 'a', title: this.address }));
  }
}
