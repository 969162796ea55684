import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A request that the service has read, and the connection to respond on. */
export interface TcpExchange {
  method: string;
  url: string;
  body: string;
  socket: Socket;
  /** Number of the request, from 0, of all and of its connection. */
  number: number;
  onConnection: number;
}

/** What the service does with a request. */
export type TcpReply = (exchange: TcpExchange) => void;

/** A service that controls every byte of its connections, and when they are closed. */
export class TcpUpstream {
  readonly requests: TcpExchange[] = [];
  readonly sockets = new Set<Socket>();
  connections = 0;
  reply: TcpReply;
  /** Called with each new connection; true if it is not to be read. */
  onConnection: ((socket: Socket, number: number) => boolean) | undefined;
  readonly #server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => this.#connect(socket));
  #port = 0;

  constructor(reply: TcpReply) {
    this.reply = reply;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  #connect(socket: Socket): void {
    const number = this.connections++;
    this.sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => this.sockets.delete(socket));
    socket.once('end', () => socket.end());
    if (this.onConnection?.(socket, number)) return;
    let unread = '';
    let served = 0;
    socket.on('data', (chunk: Buffer) => {
      unread += chunk.toString('latin1');
      for (let length = lengthOf(unread); length > 0; length = lengthOf(unread)) {
        const exchange = this.#exchange(unread.slice(0, length), socket, served++);
        unread = unread.slice(length);
        this.requests.push(exchange);
        this.reply(exchange);
      }
    });
  }

  #exchange(text: string, socket: Socket, onConnection: number): TcpExchange {
    const [method = '', url = ''] = text.split(' ', 2);
    const body = text.slice(text.indexOf('\r\n\r\n') + 4);
    return { method, url, body, socket, number: this.requests.length, onConnection };
  }
}

/** Length of the first request in the text, with its body; 0 if it is incomplete. */
function lengthOf(text: string): number {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return 0;
  const body = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
  return text.length >= end + 4 + body ? end + 4 + body : 0;
}

type Headers = Readonly<Record<string, string>>;

/** An HTTP/1.1 response with a length. */
export function message(status: number, body: string | Buffer, headers: Headers = {}): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = status === 204 || status === 304 ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join('')}${length}\r\n`), Buffer.from(body)]);
}

export const record = '{"id":"w1","title":"Halcyon","subject":"x","revision":"r1"}';

/** A record, in order. */
export const healthy: TcpReply = ({ socket }) => void socket.write(message(200, record));

/** Responds with a status. */
export const status =
  (code: number, body: string | Buffer = '{}', headers: Headers = {}): TcpReply =>
  ({ socket }) =>
    void socket.write(message(code, body, headers));

/** Writes bytes, and then does nothing, or ends the connection in one of two ways. */
export const raw =
  (bytes: string | Buffer, then?: 'end' | 'reset'): TcpReply =>
  ({ socket }) => {
    if (then === 'end') socket.end(bytes, 'latin1');
    else socket.write(bytes, 'latin1', () => then === 'reset' && socket.resetAndDestroy());
  };

/** Writes parts of a response with pauses between them, in milliseconds. */
export const slowly =
  (parts: readonly string[], pauseMs: number): TcpReply =>
  ({ socket }) => {
    const next = (i: number) => {
      if (i >= parts.length || !socket.writable) return;
      socket.write(parts[i] as string, 'latin1');
      setTimeout(next, pauseMs, i + 1);
    };
    next(0);
  };
