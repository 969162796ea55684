import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { ConversionError } from '../engine/conversion/conversion-error.ts';
import { fromRest } from '../engine/conversion/convert.ts';
import { maxTextLength } from '../engine/conversion/rest-text.ts';
import { restWrites } from '../engine/conversion/rest-writes.ts';
import type { OperationLimits } from '../engine/operation/default-limits.ts';
import { operations } from '../resources/contract.ts';

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
 */
export function conversions(schema: GraphQLSchema, limits: OperationLimits) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post('/convert', { bodyLimit }, async (request, reply) => {
      const parsed = conversion.safeParse(request.body);
      if (!parsed.success)
        return reply.code(400).send({ message: 'Send {"rest": …}, or {"query": …} with its variables.' });
      try {
        const { data } = parsed;
        reply.header('cache-control', 'no-store');
        return 'rest' in data ? fromRest(schema, operations, data.rest) : { calls: restWrites(schema, data, limits) };
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
