import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Reply } from './fault-upstream.ts';

/** What the upstream does with a write: how much it reads, whether it executes the write, and its reply. */
export interface WriteBehavior {
  reads?: 'head' | 'half' | 'all';
  executes: boolean;
  reply: Reply;
}

/** A write that reached the upstream, possibly incomplete. */
export interface WriteLogEntry {
  /** The last id in its path, which identifies the write. */
  id: string;
  method: string;
  url: string;
  /** Number of bytes of its body that were read. */
  bytes: number;
  executed: boolean;
  connection: number;
}

/** A REST service that logs the writes that reach it, and whether it executed them. */
export class WriteUpstream {
  readonly writeLog: WriteLogEntry[] = [];
  /** Number of opened connections. */
  connections = 0;
  /** Numbers of the connections that are closed. */
  readonly closedConnections = new Set<number>();
  /** Whether it closes every new connection at once. */
  hangsUp = false;
  readonly #behaviorOf: (id: string) => WriteBehavior;
  readonly #server = createServer((message, response) => void this.#handle(message, response));
  readonly #sockets = new WeakMap<object, number>();
  #port = 0;

  /** `behaviorOf` returns the behavior for the write with this last id in its path. */
  constructor(behaviorOf: (id: string) => WriteBehavior) {
    this.#behaviorOf = behaviorOf;
    this.#server.on('connection', (socket) => {
      this.connections += 1;
      const number = this.connections;
      this.#sockets.set(socket, number);
      socket.once('close', () => this.closedConnections.add(number));
      socket.on('error', () => {});
      if (this.hangsUp) socket.destroy();
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens, after a close on the same port as before. */
  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Stops listening, so that connections are refused. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** The log entries of the write with an id; more than one means that it was sent repeatedly. */
  entriesOf(id: string): WriteLogEntry[] {
    return this.writeLog.filter((entry) => entry.id === id);
  }

  async #handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers, socket } = message;
    const id = /w\d+/.exec(url)?.[0] ?? url;
    const connection = this.#sockets.get(socket) ?? 0;
    const entry: WriteLogEntry = { id, method, url, bytes: 0, executed: false, connection };
    this.writeLog.push(entry);
    response.on('error', () => {});
    const { reads = 'all', executes, reply } = this.#behaviorOf(id);
    const body = await read(message, reads);
    entry.bytes = body.length;
    entry.executed = executes;
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
    // The client has aborted; the bytes so far are kept.
  }
  return Buffer.concat(chunks).toString();
}
