import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** What a client reads of a fault of the gateway. */
export const internalMessage = 'The gateway failed. This is a fault of its own: its log tells more.';

/** Answers what failed before GraphQL was reached, like a body that is no JSON, in the form of a GraphQL response. */
export function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 500;
  if (status < 500) {
    refuse(reply, status, error.message);
    return;
  }
  request.log.error({ err: error }, 'request failed');
  refuse(reply, status, internalMessage, 'INTERNAL_SERVER_ERROR');
}

/** Answers an address or a method that is not served. It does not repeat the address, which may hold a secret. */
export function answerMissing(request: FastifyRequest, reply: FastifyReply): void {
  if (request.url.split('?', 1)[0] === '/graphql') {
    reply.header('allow', 'GET, POST');
    refuse(reply, 405, 'GraphQL takes GET for queries, and POST for queries and mutations.');
  } else {
    refuse(reply, 404, 'There is nothing at this address. GraphQL is at /graphql.');
  }
}

/** Answers an address that can't be read. */
export function answerBadAddress(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  refuse(reply, 400, 'The address is malformed, or too long.');
}

const protocolRefusals: Record<string, { status: string; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', message: 'The headers are too large.' },
};

/** Answers what is no HTTP. What came is not logged, as it may hold a token. */
export function answerNoHttp(logger: Logger) {
  return ({ code = '' }: NodeJS.ErrnoException, socket: Socket): void => {
    if (code === 'ECONNRESET' || socket.destroyed) return;
    logger.debug({ code }, 'no HTTP');
    const { status, message } = protocolRefusals[code] ?? {
      status: '400 Bad Request',
      message: 'The request is not HTTP.',
    };
    const body = bodyOf(message);
    const head = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}`;
    if (socket.writable) socket.end(`${head}\r\n\r\n${body}`);
    else socket.destroy();
  };
}

function refuse(reply: FastifyReply, status: number, message: string, code?: string): void {
  reply.code(status).type('application/json; charset=utf-8').send(bodyOf(message, code));
}

function bodyOf(message: string, code = 'BAD_REQUEST'): string {
  return JSON.stringify({ errors: [{ message, extensions: { code } }] });
}

/** The body of an answer that tells of a fault of the gateway. */
export const internalFault = bodyOf(internalMessage, 'INTERNAL_SERVER_ERROR');
