import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ConversionError, type Engine, maxTextLength, runInTurns, type TurnOwner } from '../../engine/engine.ts';
import type { AddressAdmission } from '../admission/rate-limits/address-admission.ts';
import { HttpError, unsupportedMediaType } from '../http/http-errors.ts';
import type { RequestOrigin } from '../http/http-messages.ts';
import { jsonIn } from '../http/json-in.ts';
import { sendReply } from '../http/unread-body.ts';
import { enterByAddress } from './adapters/enter-by-address.ts';
import type { PendingBodies } from './adapters/pending-bodies.ts';
import { lengthOf, readBody } from './adapters/read-body.ts';
import { originOf } from './origin-of.ts';

/** The text of a REST call, or a GraphQL operation. */
const conversion = z.union([
  z.strictObject({ rest: z.string() }),
  z.strictObject({
    query: z.string(),
    variables: z.record(z.string(), z.unknown()).optional(),
    operationName: z.string().optional(),
  }),
]);

export interface ConversionOptions {
  engine: Engine;
  addresses: AddressAdmission;
  bodies: PendingBodies;
  /** Counts a request. Rejects with an HttpError where it is one too many. */
  admit: (source: RequestOrigin) => Promise<void>;
  /** Whose turns a request takes. */
  ownerOf: (source: RequestOrigin) => TurnOwner;
}

/** Room for a text of the largest size, with the escapes of JSON. */
const maxBodyBytes = 2 * maxTextLength;

/**
 * A Fastify plugin for the explorer: `POST /convert` with `{rest}` responds with the operation that makes a REST call, and
 * with `{query, variables, operationName}` with the REST calls of the mutations. It makes no calls, and needs no token.
 */
export function conversions({ engine, addresses, bodies, admit, ownerOf }: ConversionOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof HttpError)) throw error;
      const { status, headers, message } = error;
      sendReply(
        reply.code(status).headers(headers).type('application/json; charset=utf-8'),
        JSON.stringify({ message }),
      );
    });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', ({ headers }, payload, done) => {
      const complete = (body: Buffer) => done(null, body);
      readBody(payload, lengthOf(headers), maxBodyBytes, bodies, { complete, reject: done });
    });
    app.addContentTypeParser('*', (_request, _payload, done) => done(unsupportedMediaType()));
    app.addHook('onRequest', (request, reply, done) => enterByAddress(addresses, request, reply, done));
    app.addHook('onRequest', (request) => admit(originOf(request)));
    app.addHook('onRequest', async ({ method }) => {
      if (method !== 'POST') throw postOnly();
    });
    const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
    app.route<{ Body: Buffer | undefined }>({
      method,
      url: '/convert',
      handler: async (request, reply) => {
        const parsed = conversion.safeParse(jsonIn(String(request.body ?? '')));
        if (!parsed.success)
          return reply.code(400).send({ message: 'Send {"rest": …}, or {"query": …} with its variables.' });
        try {
          reply.header('cache-control', 'no-store');
          return await runInTurns(converted(engine, parsed.data), ownerOf(originOf(request)));
        } catch (error) {
          if (error instanceof ConversionError) return reply.code(400).send({ message: error.message });
          throw error;
        }
      },
    });
  };
}

/** The connection is closed, as the body is not read. */
function postOnly(): HttpError {
  return new HttpError(405, 'METHOD_NOT_ALLOWED', 'Send a POST.', { allow: 'POST', connection: 'close' });
}

/** The response to a request, in steps. Throws a ConversionError. */
function* converted(engine: Engine, request: z.infer<typeof conversion>): Generator<void, object, void> {
  return 'rest' in request
    ? yield* engine.fromRestInSteps(request.rest)
    : { calls: yield* engine.restWritesInSteps(request) };
}
