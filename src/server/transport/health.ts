import type { FastifyInstance } from 'fastify';
import { notCached } from '../http/http-errors.ts';
import { type Probed, probes } from '../runtime/probes.ts';

/** `/healthz` and `/readyz`. */
export function health(probed: Probed) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(notCached);
    });
    for (const [path, respond] of Object.entries(probes)) {
      app.get(path, async (_request, reply) => {
        const { status, body } = await respond(probed);
        return reply.code(status).send(body);
      });
    }
  };
}
