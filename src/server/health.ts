import type { FastifyInstance } from 'fastify';
import type { Upstream } from '../engine/http/upstream.ts';
import { notCached } from './http-errors.ts';

/** `/healthz`: the process is up. `/readyz`: the REST service responds, too, with any status below 500. */
export function health(upstream: Upstream) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(notCached);
    });
    app.get('/healthz', async () => ({ status: 'up' }));
    app.get('/readyz', async (_request, reply) => {
      if (await upstream.isReachable()) return { status: 'ready' };
      return reply.code(503).send({ status: 'unavailable', reason: 'The REST service does not answer.' });
    });
  };
}
