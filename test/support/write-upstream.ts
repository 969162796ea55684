import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Reply } from './fault-upstream.ts';

/** What the upstream does with a write: how much of it it reads, whether it carries it out, and what it then says. */
export interface WriteBehavior {
  reads?: 'head' | 'half' | 'all';
  executes: boolean;
  reply: Reply;
}

/** A write that reached the upstream, if only in part. */
export interface WriteLogEntry {
  /** The last id in its path, by which a test knows the write. */
  id: string;
  method: string;
  url: string;
  /** Bytes of its body that were read. */
  bytes: number;
  executed: boolean;
  connection: number;
}

/** A REST service that keeps a journal of the writes that reach it and of what it did with them. */
export class WriteUpstream {
  readonly writeLog: WriteLogEntry[] = [];
  /** Connections that were opened so far. */
  connections = 0;
  /** Closes every connection as soon as it is there. */
  hangsUp = false;
  readonly #conductOf: (id: string) => WriteBehavior;
  readonly #server = createServer((message, response) => void this.#take(message, response));
  readonly #sockets = new WeakMap<object, number>();
  #port = 0;

  /** `conductOf` says what is done with the write whose path ends with an id. */
  constructor(conductOf: (id: string) => WriteBehavior) {
    this.#conductOf = conductOf;
    this.#server.on('connection', (socket) => {
      this.connections += 1;
      this.#sockets.set(socket, this.connections);
      socket.on('error', () => {});
      if (this.hangsUp) socket.destroy();
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens, on the same port as before. */
  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Takes no more connections: who comes is refused. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** What was done with the write of an id; more than one entry is one too many. */
  entriesOf(id: string): WriteLogEntry[] {
    return this.writeLog.filter((entry) => entry.id === id);
  }

  async #take(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers, socket } = message;
    const id = /w\d+/.exec(url)?.[0] ?? url;
    const connection = this.#sockets.get(socket) ?? 0;
    const entry: WriteLogEntry = { id, method, url, bytes: 0, executed: false, connection };
    this.writeLog.push(entry);
    response.on('error', () => {});
    const { reads = 'all', executes: carriesOut, reply } = this.#conductOf(id);
    const body = await read(message, reads);
    entry.bytes = body.length;
    entry.executed = carriesOut;
    reply(response, { method, url, headers, body });
  }
}

async function read(message: IncomingMessage, reads: WriteBehavior['reads']): Promise<string> {
  const chunks: Buffer[] = [];
  if (reads === 'head') return '';
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk as Buffer);
      if (reads === 'half') break;
    }
  } catch {
    // The client is gone; what is read is read.
  }
  return Buffer.concat(chunks).toString();
}
