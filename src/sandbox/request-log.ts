import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FaultKind } from './faults.ts';

/** One request to the sandbox, for tests to count and compare. It never contains a token. */
export interface RequestLogEntry {
  /** The operation's id, for example `spaces.get`; undefined if no route matched. */
  operation: string | undefined;
  method: string;
  /** Path and query as received. */
  url: string;
  /** The response status; undefined if the connection closed before the response. */
  status: number | undefined;
  fault: FaultKind | undefined;
  requestId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    fault: FaultKind | undefined;
  }
  interface FastifyContextConfig {
    operation?: string;
  }
}

/**
 * Calls `onRequest` once for every request: before the response is sent, so that a client that has the response finds the
 * entry, or when the connection closes without a response.
 */
export function logRequests(app: FastifyInstance, onRequest: (entry: RequestLogEntry) => void): void {
  const logged = new WeakSet<FastifyRequest>();
  const log = (request: FastifyRequest, status: number | undefined) => {
    if (logged.has(request)) return;
    logged.add(request);
    const { method, url, fault, id: requestId } = request;
    onRequest({ operation: request.routeOptions.config.operation, method, url, status, fault, requestId });
  };
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => log(request, undefined));
  });
  app.addHook('onSend', async (request, reply) => log(request, reply.statusCode));
}
