import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress } from '../http/client-address.ts';
import { HttpError, type RejectionObserver, rejectUnparsed } from '../http/http-errors.ts';
import { ConnectionDrain } from './connection-drain.ts';
import { ConnectionsByAddress } from './connections-by-address.ts';

/** Longer than the usual 60 seconds of load balancers: the side that reuses a connection has to be the one that closes it. */
const keepAliveTimeoutMs = 72_000;

export interface ConnectionLimits {
  /** Time for sending a request, and for any progress in reading a response, in milliseconds. */
  clientTimeout: number;
  maxConnections: number;
  /** Where it is not 0, connections come from proxies. */
  trustedProxies: number;
}

/** Options of Fastify for the timeouts of its server. */
export function timeoutOptions({ clientTimeout }: ConnectionLimits) {
  return {
    keepAliveTimeout: keepAliveTimeoutMs,
    requestTimeout: clientTimeout,
    // Without progress. Node emits it while the gateway waits for REST calls, too: see `ignoreTimeout`.
    connectionTimeout: clientTimeout,
    http: {
      headersTimeout: clientTimeout,
      requestTimeout: clientTimeout,
      connectionsCheckingInterval: Math.ceil(clientTimeout / 4),
    } satisfies ServerOptions,
  };
}

/** Closes the connections of clients that do not read, and rejects connections beyond a number. */
export class Connections {
  readonly #open = new Set<Socket>();
  readonly #maxConnections: number;
  readonly #observer: RejectionObserver;
  readonly #drain = new ConnectionDrain(this.#open);
  /** Undefined where all connections come from a few proxies. */
  readonly #byAddress: ConnectionsByAddress | undefined;

  constructor({ maxConnections, trustedProxies }: ConnectionLimits, observer: RejectionObserver) {
    this.#maxConnections = maxConnections;
    this.#byAddress = trustedProxies > 0 ? undefined : new ConnectionsByAddress();
    this.#observer = observer;
  }

  /**
   * Watches a server, whose listeners for connections and requests must be complete. `server.maxConnections` would not do:
   * it resets the connection, and with several workers Node 20 offers it to them again and again.
   */
  watch(server: Server): void {
    const accept = server.listeners('connection');
    server.removeAllListeners('connection').on('connection', (socket) => {
      this.#drain.connectionOpened(socket);
      const address = clientAddress({}, socket.remoteAddress, 0) ?? '';
      const free = this.#maxConnections - this.#open.size;
      if (free <= 0 || this.#byAddress?.mayOpen(address, free) === false) {
        this.#reject(socket);
        return;
      }
      this.#open.add(socket);
      this.#byAddress?.opened(address);
      socket.once('close', () => {
        this.#open.delete(socket);
        this.#byAddress?.closed(address);
        this.#drain.connectionClosed();
      });
      for (const listener of accept) listener.call(server, socket);
    });
    server.prependListener('request', watchResponse);
  }

  get count(): number {
    return this.#open.size;
  }

  /** Whether a response has to close its connection, after the shutdown was announced. */
  closes(socket: Socket): boolean {
    return this.#drain.closes(socket);
  }

  /** Called when responses begin to close the connections that are open. */
  announceShutdown(): void {
    this.#drain.announce();
  }

  /** Stops listening, and resolves when no connection is open: idle ones are closed, others after their response. */
  async drain(server: Server, timeoutMs: number): Promise<void> {
    await this.#drain.run(server, timeoutMs);
  }

  #reject(socket: Socket): void {
    socket.on('error', () => {});
    socket.end(rejectUnparsed(this.#observer, tooManyConnections(), socket.remoteAddress));
    socket.destroySoon();
  }
}

function tooManyConnections(): HttpError {
  const message = 'The gateway has too many connections. Connect again later.';
  return new HttpError(503, 'TOO_MANY_CONNECTIONS', message, { 'retry-after': '1' });
}

function watchResponse(_request: IncomingMessage, response: ServerResponse): void {
  response.on('timeout', closeUnread);
}

/** Called where nothing was sent or received for the client timeout. Without this listener, Node closes the connection. */
function closeUnread(socket: Socket): void {
  // Nothing waits to be read while the response is still being computed.
  if (socket.writableLength > 0) socket.destroy();
}
