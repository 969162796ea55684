import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Cancellation } from '../../../engine/engine.ts';

/** A cancellation for a request whose client may go away before the end of the response. */
export function cancelledByClose({ socket }: IncomingMessage, response: ServerResponse): Cancellation {
  const cancellation = new Cancellation();
  // A handler in front of the gateway may have waited for something while the client went away.
  if (response.destroyed || socket?.destroyed) {
    cancellation.cancel();
    return cancellation;
  }
  response.on('close', () => {
    if (!response.writableEnded) cancellation.cancel();
  });
  // The response to a pipelined request gets the connection, and its events, after the responses before it.
  if (response.socket === null && socket !== undefined) cancelWithSocket(socket, response, cancellation);
  return cancellation;
}

/** The requests that wait for their turn on a connection. */
const pipelined = new WeakMap<Socket, Set<Cancellation>>();

function cancelWithSocket(socket: Socket, response: ServerResponse, cancellation: Cancellation): void {
  const waiting = pipelined.get(socket) ?? new Set();
  if (!pipelined.has(socket)) {
    pipelined.set(socket, waiting);
    socket.once('close', () => {
      for (const one of waiting) one.cancel();
    });
  }
  waiting.add(cancellation);
  response.on('close', () => waiting.delete(cancellation));
}
