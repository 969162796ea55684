import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy that opens each connection (CONNECT) to one port of loopback, whatever host it is asked for. */
export class ConnectProxy {
  /** The hosts that it was asked for. */
  readonly targets: string[] = [];
  /** The `proxy-authorization` of each request. */
  readonly credentials: (string | undefined)[] = [];
  /** The status of its response; 200 opens the connection. */
  status = 200;
  readonly #server = createServer();
  readonly #sockets = new Set<Socket>();

  private constructor() {}

  static async start(port: number): Promise<ConnectProxy> {
    const proxy = new ConnectProxy();
    proxy.#server.on('connect', ({ url = '', headers }, socket: Socket) => {
      proxy.targets.push(url);
      proxy.credentials.push(headers['proxy-authorization']);
      socket.write(`HTTP/1.1 ${proxy.status} Status\r\n\r\n`);
      if (proxy.status === 200) proxy.#tunnel(socket, port);
      else socket.end();
    });
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** Its address, with these credentials. */
  url(credentials = ''): string {
    return `http://${credentials}127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  #tunnel(client: Socket, port: number): void {
    const service = connect(port, '127.0.0.1');
    for (const socket of [client, service]) {
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy()).once('close', () => this.#sockets.delete(socket));
    }
    client.pipe(service).pipe(client);
  }
}
