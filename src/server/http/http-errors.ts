import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestOrigin } from './http-messages.ts';
import { requestIdHeader, requestIdOf } from './request-id.ts';
import { endAfterRequest, sendReply } from './unread-body.ts';

/** The HTTP status in logs, spans and metrics of a request whose client did not wait for its response. */
export const cancelledStatus = 499;

/** A request that is rejected before anything of GraphQL reads it. */
export interface RejectedRequest {
  readonly requestId: string;
  /** Null where the request could not be parsed as HTTP. */
  readonly method: string | null;
  readonly status: number;
  /** A constant in capitals, such as `METHOD_NOT_ALLOWED`. */
  readonly reason: string;
  /** Where it came from, for a request that is not for GraphQL. */
  readonly origin?: RequestOrigin | undefined;
}

/** What is told of rejected requests. */
export interface RejectionObserver {
  requestRejected(rejected: RejectedRequest): void;
}

/** The message for a client when the gateway itself fails. */
export const internalMessage = 'Internal error of the gateway. See its log for the cause.';

/** Nothing that depends on a client may be stored by a cache. */
export const notCached = { 'cache-control': 'no-store' } as const;

const jsonType = 'application/json; charset=utf-8';

interface ErrorExtensions {
  code: string;
  /** In seconds. */
  retryAfter?: number;
}

/** A request that is rejected before GraphQL. The message is meant for the client and repeats nothing of the request. */
export class HttpError extends Error {
  readonly status: number;
  /** The reason for the log, in capitals. */
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `extensions` of the GraphQL error. Left out: a code for the status. */
  readonly extensions: ErrorExtensions | undefined;

  constructor(
    status: number,
    reason: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    extensions?: ErrorExtensions,
  ) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.headers = headers;
    this.extensions = extensions;
  }
}

export function methodNotAllowed(): HttpError {
  const message = 'GraphQL accepts GET for queries, and POST for queries and mutations.';
  return new HttpError(405, 'METHOD_NOT_ALLOWED', message, { allow: 'GET, POST' });
}

export function notAcceptable(): HttpError {
  const message = 'Responses are of type application/graphql-response+json or application/json. Accept one of them.';
  return new HttpError(406, 'NOT_ACCEPTABLE', message);
}

export function unsupportedMediaType(): HttpError {
  return new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be of type application/json.');
}

/** A fault of the application, which has to pass a request whose body nobody has read. */
export function bodyConsumed(): HttpError {
  return new HttpError(500, 'BODY_CONSUMED', 'The application has read the body of the request before the gateway.');
}

/** The connection is closed, as the client may still be sending. */
export function bodyTooLarge(): HttpError {
  return new HttpError(413, 'BODY_TOO_LARGE', 'Request body is too large', { connection: 'close' });
}

/** The same for a body whose decoding, by a hook of the application, has failed. */
export function incompleteBody(): HttpError {
  return new HttpError(400, 'INCOMPLETE_BODY', 'The body of the request could not be read to its end.', {
    connection: 'close',
  });
}

export function tooManyBodies(): HttpError {
  const message = 'The gateway receives too many request bodies. Send the request again later.';
  return new HttpError(503, 'TOO_MANY_BODIES', message, { 'retry-after': '1', connection: 'close' });
}

/** The same, before a byte of the body was read. */
export function addressBusy(retryAfterSeconds: number): HttpError {
  const message = 'Too many requests of this address are in flight. Send the request again later.';
  const headers = { 'retry-after': String(retryAfterSeconds), connection: 'close' };
  return new HttpError(503, 'ADDRESS_BUSY', message, headers);
}

const codes: Readonly<Record<number, string>> = { 500: 'INTERNAL_SERVER_ERROR', 503: 'SERVICE_UNAVAILABLE' };

/** The code that clients are shown of an error. */
export function shownCodeOf({ status, extensions }: Pick<HttpError, 'status'> & Partial<HttpError>): string {
  return extensions?.code ?? codes[status] ?? 'BAD_REQUEST';
}

/** A response in the form of GraphQL, in place of that of an operation. */
export function errorResponse(error: Pick<HttpError, 'status' | 'message' | 'headers'> & Partial<HttpError>) {
  const { status, message, headers, extensions = { code: shownCodeOf(error) } } = error;
  const all = { 'content-type': jsonType, ...notCached, ...headers };
  return { status, headers: all, body: JSON.stringify({ errors: [{ message, extensions }] }) };
}

/** Fastify's error handler: for requests to anything but GraphQL. */
export function handleError(observer: RejectionObserver) {
  return (error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply): void => {
    if (error instanceof HttpError) {
      reject(observer, request, reply, error);
      return;
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      request.log.error({ err: error }, 'request failed');
      reject(observer, request, reply, new HttpError(500, 'INTERNAL_SERVER_ERROR', internalMessage));
    } else {
      reject(observer, request, reply, new HttpError(status, error.code, error.message));
    }
  };
}

/**
 * Fastify's handler for unknown addresses. It does not repeat the address, which may hold a secret. The connection of a request with a
 * body is closed, as nobody reads it.
 */
export function handleNotFound(observer: RejectionObserver, graphqlPath: string) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    const message = `Nothing is served at this address. GraphQL is at ${graphqlPath}.`;
    const headers: Record<string, string> = length === '0' && encoding === undefined ? {} : { connection: 'close' };
    reject(observer, request, reply, new HttpError(404, 'NOT_FOUND', message, headers));
  };
}

/** Fastify's handler for addresses that cannot be parsed. */
export function handleBadAddress(observer: RejectionObserver) {
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reject(observer, request, reply, new HttpError(400, 'BAD_ADDRESS', 'The address is malformed, or too long.'));
  };
}

function reject(
  observer: RejectionObserver,
  { id, method, headers: given, socket }: FastifyRequest,
  reply: FastifyReply,
  error: HttpError,
): void {
  const { reason } = error;
  const { status, headers, body } = errorResponse(error);
  const origin = { headers: given, address: socket.remoteAddress };
  observer.requestRejected({ requestId: id, method, status, reason, origin });
  sendReply(reply.code(status).headers(headers).header(requestIdHeader, id), body);
}

/** Answers a request of `node:http` before anything else reads it. Its connection is closed, as its body was not read. */
export function rejectRequest(
  observer: RejectionObserver,
  request: IncomingMessage,
  response: ServerResponse,
  error: HttpError,
): void {
  const { method = '', headers: given } = request;
  const origin = { headers: given, address: request.socket.remoteAddress };
  const { status, headers, body } = closingResponse(observer, { method, origin }, error);
  endAfterRequest(request, response.writeHead(status, headers), body);
}

/**
 * Rejects what was not parsed as HTTP: the bytes of a response that is sent without Node's HTTP server. The connection has
 * to be closed after it. `reported`: the status that observers are told.
 */
export function rejectUnparsed(
  observer: RejectionObserver,
  error: HttpError,
  address: string | undefined,
  reported = error.status,
): string {
  const origin = { headers: {}, address };
  const { status, headers, body } = closingResponse(observer, { method: null, origin }, error, reported);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/** Tells of a rejected request, and returns the whole response to it, after which the connection is closed. */
function closingResponse(
  observer: RejectionObserver,
  { method, origin }: { method: string | null; origin: RequestOrigin },
  error: HttpError,
  reported = error.status,
) {
  const { status, headers, body } = errorResponse(error);
  const requestId = requestIdOf(origin.headers);
  observer.requestRejected({ requestId, method, status: reported, reason: error.reason, origin });
  const length = Buffer.byteLength(body);
  const all = { connection: 'close', ...headers, [requestIdHeader]: requestId, 'content-length': length };
  return { status, headers: all, body };
}
