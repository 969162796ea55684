import { type IncomingMessage, type OutgoingHttpHeaders, type RequestListener, ServerResponse } from 'node:http';
import type { Memory } from '../../../engine/engine.ts';
import type { AddressAdmission, AddressEntry } from '../../admission/rate-limits/address-admission.ts';
import type { GraphQLEndpoint } from '../../graphql/endpoint.ts';
import { continuingLists } from '../../http/headers.ts';
import { bodyConsumed } from '../../http/http-errors.ts';
import type { GraphQLRequest, GraphQLResponse } from '../../http/http-messages.ts';
import { byteLengthOf, hasNoBody, reasonOf, sendBody } from '../../http/response-body.ts';
import { onResponseClose } from '../../http/response-close.ts';
import { cancelledByClose } from './client-connection.ts';
import { headersDropped } from './dropped-headers.ts';
import { EventStream } from './event-stream.ts';
import type { PendingBodies } from './pending-bodies.ts';
import { declaredLength, lengthOf, readBody } from './read-body.ts';
import { mountedTarget, type RequestTarget } from './request-target.ts';

export interface NodeAdapterOptions {
  endpoint: GraphQLEndpoint;
  maxBodyBytes: number;
  /** Responses that clients do not read take part in it. */
  memory: Memory;
  bodies: PendingBodies;
  addresses: AddressAdmission;
  /** Whether connections are to be closed after their response. */
  isClosing: (request: IncomingMessage) => boolean;
  /** Reads the URL of a request. Left out: the endpoint may be mounted anywhere. */
  targetOf?: (request: IncomingMessage) => RequestTarget;
}

type Parts = Pick<GraphQLRequest, 'body' | 'parsedBody' | 'rejection'>;

/**
 * A listener for `node:http`, and a middleware for Express: it answers every request that it is given, whatever its path.
 * It takes the body from `request.body` where a body parser has consumed it.
 */
export function nodeAdapter(options: NodeAdapterOptions): RequestListener {
  const { addresses } = options;
  return (request, response) => {
    const rejection = headersDropped(request);
    if (rejection !== undefined) {
      respond(options, request, response, { rejection });
      return;
    }
    const { headers, socket } = request;
    const entry = addresses.entry({ headers, address: socket?.remoteAddress }, declaredLength(request));
    if (addresses.tryEnter(entry)) receive(options, request, response, entry);
    else waitToEnter(options, request, response, entry);
  };
}

/** Nothing of the body is read until the request may enter. */
function waitToEnter(
  options: NodeAdapterOptions,
  request: IncomingMessage,
  response: ServerResponse,
  entry: AddressEntry,
): void {
  const { addresses } = options;
  addresses.wait(
    entry,
    () => receive(options, request, response, entry),
    (rejection) => respond(options, request, response, { rejection }),
  );
  onResponseClose(request, response, () => {
    if (!entry.isEntered) addresses.end(entry);
  });
}

/** Reads the body of a request, and answers it. */
function receive(
  options: NodeAdapterOptions,
  request: IncomingMessage,
  response: ServerResponse,
  entry: AddressEntry,
): void {
  const { maxBodyBytes, bodies, addresses } = options;
  const end = () => addresses.end(entry);
  // A response that waits for others before it is in memory until those are sent.
  const isPipelined = response.socket === null;
  if (isPipelined) onResponseClose(request, response, end);
  const answer = (parts: Parts) => respond(options, request, response, parts).then(isPipelined ? undefined : end);
  if (request.method !== 'POST') {
    answer({});
    return;
  }
  const consumed = consumedBody(request);
  if (consumed !== undefined) {
    answer(consumed);
    return;
  }
  let isReceived = false;
  // A body that is dropped before its end is never answered.
  onResponseClose(request, response, () => {
    if (!isReceived) end();
  });
  const received = (parts: Parts) => {
    isReceived = true;
    answer(parts);
  };
  readBody(request, lengthOf(request.headers), maxBodyBytes, bodies, {
    complete: (body) => received({ body }),
    reject: (error) => received({ rejection: error }),
  });
}

/** The body that a body parser has left, as bytes or as parsed JSON; undefined where the stream is still to be read. */
function consumedBody(request: IncomingMessage & { body?: unknown }): Parts | undefined {
  const { body } = request;
  if (body === undefined) {
    if (!request.readableEnded) return undefined;
    return declaredLength(request) > 0 ? { rejection: bodyConsumed() } : {};
  }
  if (body instanceof Uint8Array) return { body };
  return typeof body === 'string' ? { body: Buffer.from(body) } : { parsedBody: body };
}

/** Resolves when the response is known. Never rejects. */
function respond(
  options: NodeAdapterOptions,
  request: IncomingMessage,
  response: ServerResponse,
  parts: Parts,
): Promise<void> {
  const { endpoint, memory, targetOf = mountedTarget } = options;
  const { method = '', headers } = request;
  const { remoteAddress: address } = request.socket;
  const cancellation = cancelledByClose(request, response);
  const progress = EventStream.for(request, response);
  return endpoint
    .handle({
      method,
      ...targetOf(request),
      headers,
      body: parts.body,
      parsedBody: parts.parsedBody,
      cancellation,
      rejection: parts.rejection,
      source: request,
      address,
      progress,
    })
    .then((answer) => {
      const received = isReceived(request, parts);
      if (!progress?.end(request, answer, memory, received)) send(options, request, response, answer, received);
    });
}

/** Node completes a request after it has told of the last byte of the body. */
function isReceived(request: IncomingMessage, { body, parsedBody }: Parts): boolean {
  return request.complete || body !== undefined || parsedBody !== undefined;
}

/** Never throws: nothing above it catches an error, which would end the process. */
function send(
  { endpoint, memory, isClosing }: NodeAdapterOptions,
  request: IncomingMessage,
  response: ServerResponse,
  answer: GraphQLResponse,
  isReceived: boolean,
): void {
  // The client may have gone, or another middleware may have answered.
  if (response.destroyed || response.headersSent) return;
  try {
    writeHead(response, answer, isClosing(request));
    sendBody(request, response, answer.body, { memory, isReceived });
  } catch (error) {
    // A middleware of an embedder may have replaced a method of the response, and throw in it.
    endpoint.fail(error);
    response.destroy();
  }
}

function writeHead(response: ServerResponse, answer: GraphQLResponse, isClosing: boolean): void {
  const { status, headers: own, body } = answer;
  const isHttp1 = response.req.httpVersionMajor < 2;
  const headers = continuingLists(own, response);
  const pairs: string[] = [];
  for (const name in headers) if (isHttp1 || name !== 'connection') pairs.push(name, headers[name] as string);
  if (!hasNoBody(status)) pairs.push('content-length', String(byteLengthOf(body)));
  if (isHttp1) {
    // HTTP/2 has neither. During a shutdown, the client must send its next request to somebody else.
    response.statusMessage = reasonOf(status) ?? '';
    if (isClosing && headers.connection === undefined) pairs.push('connection', 'close');
  }
  // Middlewares replace `writeHead`: on-headers 1.0 takes a list of names and values for one of pairs.
  response.writeHead(status, response.writeHead === ownWriteHead ? pairs : objectOf(pairs));
}

const ownWriteHead = ServerResponse.prototype.writeHead;

function objectOf(pairs: readonly string[]): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (let i = 0; i < pairs.length; i += 2) headers[pairs[i] as string] = pairs[i + 1];
  return headers;
}
