import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that waits until the test responds to it. */
export interface HeldCall {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** Whether it has no response yet, and its client still waits. */
  isHeld: boolean;
  /** Sends a JSON response. */
  respond(body: unknown, status?: number): void;
  /** Closes its connection. */
  disconnect(): void;
  /** Resolves when its client has cancelled it. */
  cancelled: Promise<unknown>;
}

/** A REST service that holds each call until the test responds to it. */
export class HeldUpstream {
  /** All calls so far, oldest first. Calls for markers get an immediate response and are not in the list. */
  readonly calls: HeldCall[] = [];
  readonly #events = new EventEmitter();
  readonly #server = createServer((request, response) => this.#handle(request, response));

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** Resolves to the call with this number, from 0, when it has arrived. */
  async call(number: number): Promise<HeldCall> {
    while (this.calls.length <= number) await once(this.#events, 'call');
    return this.calls[number] as HeldCall;
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    const send = (body: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? undefined : JSON.stringify(body));
    };
    request.resume();
    if (url.includes('/marker-')) {
      send({ id: 'marker', title: 'marker' });
      return;
    }
    const call: HeldCall = {
      method,
      url,
      headers,
      isHeld: true,
      respond: (body, status) => {
        call.isHeld = false;
        send(body, status);
      },
      disconnect: () => {
        call.isHeld = false;
        request.socket.destroy();
      },
      cancelled: new Promise((resolve) => {
        response.once('close', () => {
          if (response.writableEnded) return;
          call.isHeld = false;
          resolve(undefined);
        });
      }),
    };
    this.calls.push(call);
    this.#events.emit('call');
  }
}
