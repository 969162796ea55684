import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What is to be told of connections whose responses wait for their turn. */
const pipelined = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls a function once when a response was sent, or when its client has gone: at once, where it has gone already, as a handler in front
 * of the gateway may have waited for something meanwhile.
 */
export function onResponseClose(
  { socket }: Pick<IncomingMessage, 'socket'>,
  response: ServerResponse,
  closed: () => void,
): void {
  if (response.destroyed || socket?.destroyed) closed();
  // The response to a pipelined request gets the connection, and its events, after the responses before it.
  else if (response.socket === null && socket !== undefined) onPipelinedClose(socket, response, closed);
  else response.on('close', closed);
}

function onPipelinedClose(socket: Socket, response: ServerResponse, closed: () => void): void {
  const waiting = pipelined.get(socket) ?? watch(socket);
  waiting.add(closed);
  response.on('close', () => {
    if (waiting.delete(closed)) closed();
  });
}

function watch(socket: Socket): Set<() => void> {
  const waiting = new Set<() => void>();
  pipelined.set(socket, waiting);
  socket.once('close', () => {
    const all = [...waiting];
    waiting.clear();
    for (const closed of all) closed();
  });
  return waiting;
}
