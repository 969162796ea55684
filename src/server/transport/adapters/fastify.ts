import { finished, Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLEndpoint } from '../../graphql/endpoint.ts';
import { continuingLists } from '../../http/headers.ts';
import { bodyTooLarge, HttpError, incompleteBody, unsupportedMediaType } from '../../http/http-errors.ts';
import type { GraphQLRequest, GraphQLResponse } from '../../http/http-messages.ts';
import { byteLengthOf, hasNoBody, piecesOf, reasonOf } from '../../http/response-body.ts';
import { sendReply } from '../../http/unread-body.ts';
import { cancelledByClose } from './client-connection.ts';
import { headersDropped } from './dropped-headers.ts';
import { enterByAddress } from './enter-by-address.ts';
import type { NodeAdapterOptions } from './node.ts';
import type { PendingBodies } from './pending-bodies.ts';
import { type BodyResult, lengthOf, readBody } from './read-body.ts';
import { sdlPaths, targetOf } from './request-target.ts';

export interface FastifyPluginOptions {
  /** Where GraphQL is served, below the prefix that the plugin is registered with. */
  path?: string;
  /** Where the SDL is served, below the prefix. Left out: nowhere. */
  schemaPath?: string;
}

interface DocumentParams {
  id: string;
  name?: string;
}

/** A Fastify plugin that serves GraphQL, encapsulated: parsers and error handlers of the application stay as they are. */
export function fastifyAdapter(options: Omit<NodeAdapterOptions, 'memory'>) {
  const { endpoint, maxBodyBytes, bodies, addresses, isClosing } = options;
  return async (app: FastifyInstance, { path = '/graphql', schemaPath }: FastifyPluginOptions): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addHook('onSend', async ({ raw }, reply) => {
      // HTTP/2 has none.
      if (raw.httpVersionMajor > 1) reply.removeHeader('connection');
      else if (isClosing(raw)) reply.header('connection', 'close');
    });
    app.addHook('onRequest', (request, reply, done) => enterByAddress(addresses, request, reply, done));
    app.addContentTypeParser('*', (request, payload, done) => {
      const result = { complete: (body: Buffer) => done(null, body), reject: done };
      if (payload === request.raw) readBody(payload, lengthOf(request.headers), maxBodyBytes, bodies, result);
      else readReplaced(payload, maxBodyBytes, bodies, result);
    });
    app.setErrorHandler(async (error: FastifyError, request, reply) => {
      return send(reply, await answer(endpoint, request, reply, { rejection: rejectionOf(error, reply) }));
    });
    app.all(path, async (request, reply) => send(reply, await answer(endpoint, request, reply)));
    for (const documentPath of endpoint.trustsDocuments ? ['/:id', '/:id/:name'] : []) {
      app.all<{ Params: DocumentParams }>(path.replace(/\/$/, '') + documentPath, async (request, reply) => {
        const { id, name } = request.params;
        // `/<id>/` names no operation.
        const documentInPath = { id, operationName: name || undefined };
        return send(reply, await answer(endpoint, request, reply, { documentInPath }));
      });
    }
    if (schemaPath === undefined) return;
    for (const [sdlPath, sdlForm] of sdlPaths(schemaPath)) {
      app.all(sdlPath, async (request, reply) => send(reply, await answer(endpoint, request, reply, { sdlForm })));
    }
  };
}

/** Reads what a hook of the application has put in place of the request's stream: of another length, and it may fail by itself. */
function readReplaced(payload: Readable, maxBytes: number, bodies: PendingBodies, result: BodyResult): void {
  let isDone = false;
  const once = (settle: () => void) => {
    if (!isDone) settle();
    isDone = true;
  };
  finished(payload, { writable: false }, (error) => {
    if (error != null) once(() => result.reject(incompleteBody()));
  });
  readBody(payload, Number.POSITIVE_INFINITY, maxBytes, bodies, {
    complete: (body) => once(() => result.complete(body)),
    reject: (error) => once(() => result.reject(error)),
  });
}

function answer(
  endpoint: GraphQLEndpoint,
  request: FastifyRequest,
  { raw }: FastifyReply,
  more: Pick<GraphQLRequest, 'rejection' | 'sdlForm' | 'documentInPath'> = {},
): Promise<GraphQLResponse> {
  const { method, url, headers, body, socket } = request;
  return endpoint.handle({
    method,
    // The route says what the path is for, whatever the application's prefix looks like.
    search: targetOf(url).search,
    headers,
    body: Buffer.isBuffer(body) ? body : undefined,
    cancellation: cancelledByClose(request.raw, raw),
    source: request,
    address: socket.remoteAddress,
    rejection: headersDropped(request.raw),
    ...more,
  });
}

/** In place of the message of the application, which may say more than clients should know. */
const unavailableMessage = 'The application is not available. Send the request again later.';

/** What Fastify says of a body that it could not read, and hooks of the application of a request that they reject. */
function rejectionOf(error: FastifyError, reply: FastifyReply): unknown {
  if (error instanceof HttpError) return error;
  // Errors of hooks need not have a code.
  const { statusCode = 500, code = 'REJECTED', message } = error;
  if (statusCode === 413) return bodyTooLarge();
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMediaType();
  if (statusCode === 503) {
    // A hook that knows the time has set it.
    const headers: Record<string, string> = reply.hasHeader('retry-after') ? {} : { 'retry-after': '1' };
    return new HttpError(503, code, unavailableMessage, headers);
  }
  return statusCode < 500 ? new HttpError(statusCode, code, message) : error;
}

function send(reply: FastifyReply, { status, headers, body }: GraphQLResponse): FastifyReply {
  reply.code(status).headers(continuingLists(headers, reply));
  // HTTP/2 has none.
  if (reply.request.raw.httpVersionMajor < 2) reply.raw.statusMessage = reasonOf(status) ?? '';
  // Of an empty text, Fastify would tell the type and the length.
  if (hasNoBody(status)) return reply.send();
  if (typeof body === 'string') return sendReply(reply, body);
  return reply.header('content-length', byteLengthOf(body)).send(Readable.from(piecesOf(body)));
}
