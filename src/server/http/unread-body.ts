import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { finished, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** How long a client may go on sending after the response to a request that is not read, in milliseconds. */
export const lingerMs = 1000;

/** Connections on which the rest of a request is dropped. */
const answered = new WeakSet<Socket>();

/** Whether the response to what is being received was sent already: a fault of it concerns nobody any more. */
export function isAnswered(socket: Socket): boolean {
  return answered.has(socket);
}

/**
 * Sends a body at once, and ends the response when the rest of the request is there, or after `lingerMs`. A connection that is
 * closed before is reset: most clients then fail to send, and report that in place of the response.
 */
export function endAfterRequest(request: IncomingMessage, response: ServerResponse, body: string | Uint8Array): void {
  response.write(body);
  dropBody(request)
    .then(() => response.end())
    // A middleware of an embedder may have replaced the method, and throw in it.
    .catch(() => response.destroy());
}

/** Sends the body of a response of Fastify: in the same way where Fastify closes the connection, as it did not read the request. */
export function sendReply(reply: FastifyReply, body: string): FastifyReply {
  if (reply.getHeader('connection') !== 'close') return reply.send(body);
  const parts = async function* () {
    yield Buffer.from(body);
    await dropBody(reply.request.raw);
  };
  return reply.header('content-length', Buffer.byteLength(body)).send(Readable.from(parts()));
}

async function dropBody(request: IncomingMessage): Promise<void> {
  // Some servers of embedders have none.
  const socket: Socket | undefined = request.socket;
  if (socket !== undefined) answered.add(socket);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, lingerMs).unref();
    finished(request, { writable: false }, () => {
      clearTimeout(timer);
      answered.delete(socket);
      resolve();
    });
    request.resume();
  });
}
