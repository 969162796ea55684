import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy on loopback between one process and a service, whose network can fail. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isHeld = false;
  #holdsNext = false;
  /** The port to which new connections lead. */
  target: number;
  /** How late bytes arrive in each direction, in milliseconds. */
  delayMs = 0;

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.target = target;
    server.on('connection', (client) => this.#connect(client));
  }

  /** `port`: that of a proxy that was closed; left out for a free one. */
  static async start(target: number, port = 0): Promise<TcpProxy> {
    const server = createServer({ pauseOnConnect: true }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, target);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Nothing arrives any more, and nobody is told: bytes are kept until `resume`. */
  hold(): void {
    this.#isHeld = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** The same for the connection that sends something next, and for all that begin from then on; the others stay as they are. */
  holdNext(): void {
    this.#holdsNext = true;
  }

  resume(): void {
    this.#isHeld = false;
    this.#holdsNext = false;
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #holdOnly(from: Socket, to: Socket, chunk: Buffer): void {
    this.#holdsNext = false;
    this.#isHeld = true;
    from.pause();
    to.pause();
    from.unshift(chunk);
  }

  #connect(client: Socket): void {
    const service = connect(this.target, '127.0.0.1');
    this.#forward(client, service);
    this.#forward(service, client);
  }

  #forward(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    if (!this.#isHeld) from.resume();
    from.setNoDelay();
    from.on('data', (chunk) => {
      if (this.#holdsNext) this.#holdOnly(from, to, chunk);
      else if (this.delayMs === 0) to.write(chunk);
      else setTimeout(() => to.write(chunk), this.delayMs);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
