import type { FastifyRequest } from 'fastify';
import type { RequestOrigin } from '../http/http-messages.ts';

/** Where a request to the gateway's own server comes from. */
export function originOf({ headers, socket }: FastifyRequest): RequestOrigin {
  return { headers, address: socket.remoteAddress };
}
