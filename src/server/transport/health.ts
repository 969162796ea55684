import type { FastifyInstance } from 'fastify';
import { notCached } from '../http/http-errors.ts';
import type { ReadinessState } from './readiness.ts';

/** `/healthz`: the process is up. `/readyz`: the gateway is ready, too. */
export function health(readiness: { check(): Promise<ReadinessState> }) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(notCached);
    });
    app.get('/healthz', async () => ({ status: 'up' }));
    app.get('/readyz', async (_request, reply) => {
      const state = await readiness.check();
      if (state.isReady) return { status: 'ready' };
      return reply.code(503).send({ status: 'unavailable', reason: state.reason });
    });
  };
}
