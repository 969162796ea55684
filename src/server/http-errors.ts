import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { logRejection } from './logs.ts';

/** The message for a client when the gateway itself fails. */
export const internalMessage = 'Internal error of the gateway. See its log for the cause.';

/** Nothing that depends on a client may be stored by a cache. */
export const notCached = { 'cache-control': 'no-store' } as const;

const jsonType = 'application/json; charset=utf-8';

/** A request that is rejected before GraphQL. The message is meant for the client and repeats nothing of the request. */
export class HttpError extends Error {
  readonly status: number;
  /** The reason for the log, in capitals. */
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, reason: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.headers = headers;
  }
}

export function methodNotAllowed(): HttpError {
  const message = 'GraphQL accepts GET for queries, and POST for queries and mutations.';
  return new HttpError(405, 'METHOD_NOT_ALLOWED', message, { allow: 'GET, POST' });
}

/** The connection is closed, as the client may still be sending. */
export function bodyTooLarge(): HttpError {
  return new HttpError(413, 'BODY_TOO_LARGE', 'Request body is too large', { connection: 'close' });
}

/** A response in the form of GraphQL, for a request that never became an operation. */
export function errorResponse({ status, message, headers }: Pick<HttpError, 'status' | 'message' | 'headers'>) {
  const code = status === 500 ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST';
  return { status, headers: { 'content-type': jsonType, ...notCached, ...headers }, body: bodyOf(message, code) };
}

/** Fastify's error handler: for requests to anything but GraphQL. */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 500;
  if (status >= 500) {
    request.log.error({ err: error }, 'request failed');
    reject(request, reply, new HttpError(500, 'INTERNAL_SERVER_ERROR', internalMessage));
  } else {
    reject(request, reply, new HttpError(status, error.code, error.message));
  }
}

/** Fastify's handler for unknown addresses. It does not repeat the address, which may hold a secret. */
export function handleNotFound(graphqlPath: string) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const message = `Nothing is served at this address. GraphQL is at ${graphqlPath}.`;
    reject(request, reply, new HttpError(404, 'NOT_FOUND', message));
  };
}

/** Fastify's handler for addresses that cannot be parsed. */
export function handleBadAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reject(request, reply, new HttpError(400, 'BAD_ADDRESS', 'The address is malformed, or too long.'));
}

function reject(request: FastifyRequest, reply: FastifyReply, error: HttpError): void {
  logRejection(request.log, { method: request.method, status: error.status, reason: error.reason });
  const { status, headers, body } = errorResponse(error);
  reply.code(status).headers(headers).send(body);
}

/** Answers a request of `node:http` before anything else reads it. Its connection is closed, as its body was not read. */
export function rejectRequest(
  logger: Pick<Logger, 'info'>,
  { method = '' }: IncomingMessage,
  response: ServerResponse,
  error: HttpError,
): void {
  logRejection(logger, { method, status: error.status, reason: error.reason });
  const { status, headers, body } = errorResponse(error);
  response.writeHead(status, { ...headers, connection: 'close' }).end(body);
}

const protocolErrors: Record<string, { status: number; phrase: string; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    phrase: 'Request Timeout',
    message: 'The request did not arrive in time.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    phrase: 'Request Header Fields Too Large',
    message: 'The headers are too large.',
  },
};
const notHttp = { status: 400, phrase: 'Bad Request', message: 'The request is not HTTP.' };

/** Answers bytes that are not HTTP. They are not logged, as they may hold a token. */
export function handleProtocolError(logger: Logger) {
  return ({ code = '' }: NodeJS.ErrnoException, socket: Socket): void => {
    if (code === 'ECONNRESET' || socket.destroyed) return;
    const { status, phrase, message } = protocolErrors[code] ?? notHttp;
    logRejection(logger, { method: null, status, reason: code });
    const body = bodyOf(message, 'BAD_REQUEST');
    const head = `HTTP/1.1 ${status} ${phrase}\r\nconnection: close\r\ncache-control: no-store\r\ncontent-type: ${jsonType}\r\ncontent-length: ${body.length}`;
    if (socket.writable) socket.end(`${head}\r\n\r\n${body}`);
    else socket.destroy();
  };
}

function bodyOf(message: string, code: string): string {
  return JSON.stringify({ errors: [{ message, extensions: { code } }] });
}
