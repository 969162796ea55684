import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onResponseClose } from './response-close.ts';

/** How many responses of a connection have begun, and are not sent to their end. */
const begun = new WeakMap<Socket, number>();

/** Must be called for a response whose head is sent before its end is known. */
export function responseBegins(response: ServerResponse): void {
  const { req: request } = response;
  // Some servers of embedders have none.
  const socket: Socket | undefined = request.socket;
  if (socket === undefined) return;
  begun.set(socket, countOf(socket) + 1);
  onResponseClose(request, response, () => begun.set(socket, countOf(socket) - 1));
}

/** Whether a response is being sent on a connection: what else is written there would become a part of it. */
export function isResponding(socket: Socket): boolean {
  return countOf(socket) > 0;
}

function countOf(socket: Socket): number {
  return begun.get(socket) ?? 0;
}
