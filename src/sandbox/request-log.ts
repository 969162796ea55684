import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FaultKind } from './faults.ts';

/** One request that the sandbox got, for tests to count and compare. It never holds a token. */
export interface JournalEntry {
  /** The operation's id, for example `spaces.get`; undefined where no route matched. */
  operation: string | undefined;
  method: string;
  /** Path and query as they came. */
  url: string;
  /** The answer's status; undefined where the connection broke before it. */
  status: number | undefined;
  /** The fault that was injected, if one was. */
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
 * Tells `onRequest` about every request once: right before its answer is sent, so that the entry is there when the client
 * has the answer, or when its connection breaks.
 */
export function keepJournal(app: FastifyInstance, onRequest: (entry: JournalEntry) => void): void {
  const told = new WeakSet<FastifyRequest>();
  const tell = (request: FastifyRequest, status: number | undefined) => {
    if (told.has(request)) return;
    told.add(request);
    const { method, url, fault, id: requestId } = request;
    onRequest({ operation: request.routeOptions.config.operation, method, url, status, fault, requestId });
  };
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => tell(request, undefined));
  });
  app.addHook('onSend', async (request, reply) => tell(request, reply.statusCode));
}
