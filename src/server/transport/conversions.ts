import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ConversionError, type Engine, maxTextLength } from '../../engine/engine.ts';
import { HttpError } from '../http/http-errors.ts';
import type { RequestOrigin } from '../http/http-messages.ts';

/** The text of a REST call, or a GraphQL operation. */
const conversion = z.union([
  z.strictObject({ rest: z.string() }),
  z.strictObject({
    query: z.string(),
    variables: z.record(z.string(), z.unknown()).optional(),
    operationName: z.string().optional(),
  }),
]);

/** Room for a text of the largest size, with the escapes of JSON. */
const bodyLimit = 2 * maxTextLength;

/**
 * A Fastify plugin for the explorer: `POST /convert` with `{rest}` responds with the operation that makes a REST call, and
 * with `{query, variables, operationName}` with the REST calls of the mutations. It makes no calls, and needs no token.
 * `admit` counts each request before its body is read, and rejects with an HttpError where it is one too many.
 */
export function conversions(engine: Engine, admit: (source: RequestOrigin) => Promise<void>) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async ({ headers, socket }, reply) => {
      try {
        await admit({ headers, address: socket.remoteAddress });
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        const { status, headers: own, message } = error;
        return reply.code(status).headers(own).send({ message });
      }
    });
    app.post('/convert', { bodyLimit }, async (request, reply) => {
      const parsed = conversion.safeParse(request.body);
      if (!parsed.success)
        return reply.code(400).send({ message: 'Send {"rest": …}, or {"query": …} with its variables.' });
      try {
        const { data } = parsed;
        reply.header('cache-control', 'no-store');
        return 'rest' in data ? engine.fromRest(data.rest) : { calls: engine.restWrites(data) };
      } catch (error) {
        if (error instanceof ConversionError) return reply.code(400).send({ message: error.message });
        throw error;
      }
    });
    app.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url: '/convert',
      handler: (_request, reply) => reply.code(405).header('allow', 'POST').send({ message: 'Send a POST.' }),
    });
  };
}
