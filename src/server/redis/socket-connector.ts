import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { AbstractConnector, type RedisOptions } from 'ioredis';

/**
 * Opens the sockets of a client, as ioredis' own connector does, and listens for the errors of each one to its end: the client listens for
 * the first error alone, and a socket that is closed while TLS is negotiated has more. They would end the process.
 */
export class SocketConnector extends AbstractConnector {
  readonly #options: RedisOptions;

  constructor(options: unknown) {
    const { disconnectTimeout = 2000, ...others } = options as RedisOptions;
    super(disconnectTimeout);
    this.#options = others;
  }

  override async connect(): Promise<Socket> {
    this.connecting = true;
    // The client may be closed in the turn in which it is created.
    await undefined;
    if (!this.connecting) throw new Error('Connection is closed.');
    const { host, port = 6379, family, tls } = this.#options;
    const address: TcpNetConnectOpts = {
      port,
      ...(host !== undefined && { host }),
      ...(family !== undefined && { family }),
    };
    const socket = tls === undefined ? connect(address) : connectSecurely({ ...address, ...tls });
    socket.on('error', (error) => {
      this.firstError ??= error;
    });
    this.stream = socket;
    return socket;
  }
}
