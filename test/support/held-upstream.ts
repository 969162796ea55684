import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that waits until a test says what becomes of it. */
export interface HeldCall {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** Whether it is not answered yet, and its client still waits. */
  isHeld: boolean;
  /** Answers it with JSON. */
  answer(body: unknown, status?: number): void;
  /** Breaks its connection. */
  cut(): void;
  /** Resolves when its client went away without an answer. */
  gone: Promise<unknown>;
}

/** A REST service that answers each call when it is told to. */
export class HeldUpstream {
  /** All calls so far, oldest first; those for markers are answered at once and not kept. */
  readonly calls: HeldCall[] = [];
  readonly #events = new EventEmitter();
  readonly #server = createServer((request, response) => this.#take(request, response));

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

  /** The call with this number, from 0, as soon as it has arrived. */
  async call(number: number): Promise<HeldCall> {
    while (this.calls.length <= number) await once(this.#events, 'call');
    return this.calls[number] as HeldCall;
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
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
      answer: (body, status) => {
        call.isHeld = false;
        send(body, status);
      },
      cut: () => {
        call.isHeld = false;
        request.socket.destroy();
      },
      gone: new Promise((resolve) => {
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
