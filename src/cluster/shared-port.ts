import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { untilUnchanged } from '../server/runtime/event-loop.ts';
import { ignoreFailedAccepts } from '../server/runtime/failed-accepts.ts';
import { serverUrl } from '../server/runtime/server-url.ts';

export interface SharedPortOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Connections that the primary process has open at most. Others are closed. */
  maxConnections: number;
}

/** The port of all workers, on which the primary process listens. It can be closed and opened again. */
export class SharedPort {
  readonly #options: SharedPortOptions;
  readonly #accept: (connection: Socket) => void;
  #port: number;
  #accepted = 0;
  #opening: Promise<Server[]> | undefined;

  /** `accept` gets each connection, of which nothing has been read. */
  constructor(options: SharedPortOptions, accept: (connection: Socket) => void) {
    this.#options = options;
    this.#port = options.port;
    this.#accept = (connection) => {
      this.#accepted++;
      accept(connection);
    };
  }

  /** Resolves to the base URL when the port is open. Rejects with the error of `listen`. */
  async open(): Promise<string> {
    this.#opening ??= this.#listen();
    const [server] = await this.#opening;
    return serverUrl(server as Server);
  }

  /** Resolves when no connection waits to be accepted, or after `limitMs`: those that wait would be reset by `close`. */
  async settled(limitMs: number): Promise<void> {
    await this.#opening?.catch(() => {});
    await untilUnchanged(() => this.#accepted, limitMs);
  }

  /** From now on, connections are refused. */
  close(): void {
    const opening = this.#opening;
    this.#opening = undefined;
    opening?.then(
      (servers) => {
        for (const server of servers) server.close();
      },
      () => {},
    );
  }

  async #listen(): Promise<Server[]> {
    const { host } = this.#options;
    const first = await this.#listenOn(host);
    this.#port = (first.address() as AddressInfo).port;
    return [first, ...(host === 'localhost' ? await this.#listenOnOthers(host, first) : [])];
  }

  /** A host may have addresses of IPv4 and IPv6, and clients try any of them. */
  async #listenOnOthers(host: string, first: Server): Promise<Server[]> {
    const { address: taken } = first.address() as AddressInfo;
    const addresses = (await lookup(host, { all: true })).filter(({ address }) => address !== taken);
    const listening = await Promise.allSettled(addresses.map(({ address }) => this.#listenOn(address)));
    return listening.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  }

  async #listenOn(host: string): Promise<Server> {
    const server = createServer({ pauseOnConnect: true, noDelay: true }, this.#accept);
    server.maxConnections = this.#options.maxConnections;
    server.listen({ host, port: this.#port });
    await once(server, 'listening');
    ignoreFailedAccepts(server);
    return server;
  }
}
