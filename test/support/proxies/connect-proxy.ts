import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy that opens each connection (CONNECT) to one port of loopback, whatever host it is asked for. */
export class ConnectProxy {
  /** The hosts that it was asked for. */
  readonly targets: string[] = [];
  /** The `proxy-authorization` of each request. */
  readonly credentials: (string | undefined)[] = [];
  /** The status of its response; 200 opens the connection. */
  status = 200;
  readonly #server: Server;
  readonly #isSecure: boolean;
  readonly #sockets = new Set<Socket>();

  private constructor(certificate: { cert: string; key: string } | undefined) {
    this.#isSecure = certificate !== undefined;
    this.#server = certificate === undefined ? createServer() : createSecureServer(certificate);
  }

  /** With a certificate, it is reached by TLS, at `localhost`. */
  static async start(port: number, certificate?: { cert: string; key: string }): Promise<ConnectProxy> {
    const proxy = new ConnectProxy(certificate);
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
    const { port } = this.#server.address() as AddressInfo;
    return this.#isSecure ? `https://${credentials}localhost:${port}` : `http://${credentials}127.0.0.1:${port}`;
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
