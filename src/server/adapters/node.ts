import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { GraphQLEndpoint } from '../graphql/endpoint.ts';
import type { GraphQLRequest, GraphQLResponse } from '../graphql/http-messages.ts';
import { bodyTooLarge } from '../http-errors.ts';
import { cancelledByClose } from './client-connection.ts';
import { targetOf } from './request-target.ts';
import { byteLengthOf, hasNoBody, sendBody } from './response-body.ts';

export interface NodeAdapterOptions {
  endpoint: GraphQLEndpoint;
  maxBodyBytes: number;
  /** Whether connections are to be closed after their response. */
  isClosing: () => boolean;
}

type Parts = Pick<GraphQLRequest, 'body' | 'parsedBody' | 'rejection'>;

/**
 * A listener for `node:http`, and a middleware for Express: it answers every request that it is given, whatever its path.
 * It takes the body from `request.body` where a body parser has consumed it.
 */
export function nodeAdapter(options: NodeAdapterOptions): RequestListener {
  const { maxBodyBytes } = options;
  return (request, response) => {
    const answer = (parts: Parts) => respond(options, request, response, parts);
    if (request.method !== 'POST') {
      answer({});
      return;
    }
    const consumed = consumedBody(request);
    if (consumed !== undefined) {
      answer(consumed);
      return;
    }
    readBody(
      request,
      maxBodyBytes,
      (body) => answer({ body }),
      () => answer({ rejection: bodyTooLarge() }),
    );
  };
}

/** The body that a body parser has left, as bytes or as parsed JSON; undefined where the stream is still to be read. */
function consumedBody(request: IncomingMessage & { body?: unknown }): Parts | undefined {
  const { body } = request;
  if (body === undefined) return request.readableEnded ? {} : undefined;
  if (body instanceof Uint8Array) return { body };
  return typeof body === 'string' ? { body: Buffer.from(body) } : { parsedBody: body };
}

/**
 * Reads a body. Where its length is known it is complete with its last byte, without waiting for the end of the stream. A
 * body that never ends is dropped with its connection.
 */
function readBody(
  request: IncomingMessage,
  maxBytes: number,
  complete: (body: Buffer) => void,
  tooLarge: () => void,
): void {
  const { 'content-length': declared } = request.headers;
  const length = declared === undefined ? Number.POSITIVE_INFINITY : Number(declared);
  if (declared !== undefined && length > maxBytes) {
    tooLarge();
    return;
  }
  // An empty body has no last byte.
  const hasLastByte = Number.isFinite(length) && length > 0;
  const chunks: Buffer[] = [];
  let received = 0;
  const finish = (end: () => void) => {
    request.off('data', collect);
    if (!hasLastByte) request.off('end', ended);
    end();
  };
  const ended = () =>
    finish(() => {
      const [only] = chunks;
      complete(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks));
    });
  const collect = (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    if (received > maxBytes) finish(tooLarge);
    else if (received >= length) ended();
  };
  request.on('data', collect);
  if (!hasLastByte) request.on('end', ended);
}

function respond(
  options: NodeAdapterOptions,
  // Express cuts the path where it mounts a middleware, and keeps the whole one.
  request: IncomingMessage & { originalUrl?: string },
  response: ServerResponse,
  parts: Parts,
): void {
  const { method = '', url = '', originalUrl = url, headers } = request;
  const target = targetOf(url);
  const whole = originalUrl === url ? target : targetOf(originalUrl);
  const isForSdl = target.isForSdl || whole.isForSdl;
  const { remoteAddress: address } = request.socket;
  const cancellation = cancelledByClose(request, response);
  options.endpoint
    .handle({
      method,
      ...whole,
      search: target.search,
      isForSdl,
      headers,
      ...parts,
      cancellation,
      source: request,
      address,
    })
    .then((answer) => send(options, request, response, answer));
}

/** Never throws: nothing above it catches an error, which would end the process. */
function send(
  { endpoint, isClosing }: NodeAdapterOptions,
  request: IncomingMessage,
  response: ServerResponse,
  answer: GraphQLResponse,
): void {
  // The client may have gone, or another middleware may have answered.
  if (response.destroyed || response.headersSent) return;
  try {
    writeHead(response, answer, isClosing());
    sendBody(request, response, answer.body);
  } catch (error) {
    // A plugin may have set a header that HTTP does not allow.
    endpoint.fail(error);
    response.destroy();
  }
}

function writeHead(response: ServerResponse, { status, headers, body }: GraphQLResponse, isClosing: boolean): void {
  const pairs: string[] = [];
  for (const name in headers) pairs.push(name, headers[name] as string);
  if (!hasNoBody(status)) pairs.push('content-length', String(byteLengthOf(body)));
  // A connection whose last response is sent during a shutdown is not kept alive: the shutdown would wait for it.
  if (isClosing && headers.connection === undefined) pairs.push('connection', 'close');
  response.writeHead(status, pairs);
}
