import type { FastifyInstance } from 'fastify';
import { notCached } from '../../http/http-errors.ts';
import { metricsType } from './exposition.ts';

/** `/metrics` on the gateway's own port. `read` gives the text. */
export function metricsRoute(read: () => Promise<string>) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/metrics', async (_request, reply) =>
      reply
        .headers(notCached)
        .type(metricsType)
        .send(await read()),
    );
  };
}
