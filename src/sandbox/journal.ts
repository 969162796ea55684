import type { FastifyInstance } from 'fastify';
import type { FaultKind } from './faults.ts';

/** One request that the sandbox got, for tests to count and compare. It never holds a token. */
export interface JournalEntry {
  /** The operation's id, for example `spaces.get`; undefined where no route matched. */
  operation: string | undefined;
  method: string;
  /** Path and query as they came. */
  url: string;
  /** The answer's status; undefined where the connection was cut instead. */
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

/** Tells `onRequest` about every request when it is over, however it ended. */
export function keepJournal(app: FastifyInstance, onRequest: (entry: JournalEntry) => void): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      onRequest({
        operation: request.routeOptions.config.operation,
        method: request.method,
        url: request.url,
        status: reply.raw.headersSent ? reply.raw.statusCode : undefined,
        fault: request.fault,
        requestId: request.id,
      });
    });
  });
}
