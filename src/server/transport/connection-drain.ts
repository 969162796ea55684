import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { nextTurn, untilUnchanged } from '../runtime/event-loop.ts';

/** Longest time without traffic after which idle connections are closed, in milliseconds: clients under load reuse theirs sooner. */
const maxLingerMs = 1000;

const checkIntervalMs = 20;

/**
 * Ends the connections of a server that shuts down. A client may send its next request on a kept-alive connection at any
 * moment, and would lose it if the connection were closed then. So each connection is closed by a response that says so;
 * those that are idle are left open for a moment.
 */
export class ConnectionDrain {
  readonly #open: ReadonlySet<Socket>;
  /** The bytes that were sent and received on a connection, when it was last looked at. */
  readonly #bytes = new WeakMap<Socket, number>();
  #quietSince = 0;
  #opened = 0;
  /** Connections that were opened after the announcement; undefined before. */
  #openedLate: WeakSet<Socket> | undefined;
  /** Whether a response of this turn of the event loop closes its connection. */
  #hasClosedInTurn = false;
  /** Whether the port is about to be closed: whoever opened a connection in this moment could lose it. */
  #isSettling = false;
  #isPortClosed = false;
  #emptied: (() => void) | undefined;

  constructor(open: ReadonlySet<Socket>) {
    this.#open = open;
  }

  /** Starts to observe traffic. Called when responses begin to close the connections that are open. */
  announce(): void {
    this.#openedLate ??= new WeakSet();
    this.#observe();
  }

  /**
   * Whether a response has to close its connection. Whoever opens a new one after the announcement has no other instance, or
   * does not look for one: it stays open until the port is closed. Otherwise, such clients would connect for each request, and one
   * that connects at the very moment when the port is closed is reset. Node accepts one connection in a turn of the event loop, so that one
   * response in a turn closes its connection: clients that come back at once would wait in a queue, and be reset with it.
   */
  closes(socket: Socket): boolean {
    if (this.#isPortClosed) return true;
    if (this.#isSettling || this.#hasClosedInTurn || this.#openedLate?.has(socket) === true) return false;
    this.#hasClosedInTurn = true;
    setImmediate(() => {
      this.#hasClosedInTurn = false;
    });
    return true;
  }

  /** Must be called when a connection was accepted. */
  connectionOpened(socket: Socket): void {
    this.#opened++;
    this.#openedLate?.add(socket);
  }

  /** Must be called when a connection was closed. */
  connectionClosed(): void {
    if (this.#open.size === 0) this.#emptied?.();
  }

  /** Stops listening, and resolves when all connections are closed: idle ones within a quarter of `timeoutMs`. */
  async run(server: Server, timeoutMs: number): Promise<void> {
    this.#isSettling = true;
    // Those that wait to be accepted would be reset.
    await untilUnchanged(() => this.#opened, timeoutMs / 4);
    // `close` of an HTTP server would close its idle connections, too.
    NetServer.prototype.close.call(server);
    this.#isPortClosed = true;
    if (this.#open.size === 0) return;
    this.#observe();
    const startedAt = performance.now();
    const lingerMs = Math.min(maxLingerMs, timeoutMs / 10);
    const isDue = (now: number) => now - this.#quietSince >= lingerMs || now - startedAt >= timeoutMs / 4;
    const checks = setInterval(() => {
      this.#observe();
      if (isDue(performance.now())) void this.#closeIdle(server);
    }, checkIntervalMs);
    await new Promise<void>((resolve) => {
      this.#emptied = resolve;
    });
    clearInterval(checks);
  }

  /** Notes whether anything was sent or received since the last time. */
  #observe(): void {
    for (const socket of this.#open) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      if (this.#bytes.get(socket) === bytes) continue;
      this.#bytes.set(socket, bytes);
      this.#quietSince = performance.now();
    }
  }

  async #closeIdle(server: Server): Promise<void> {
    // What arrived while the process was busy is read before.
    await nextTurn();
    server.closeIdleConnections();
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy();
  }
}
