import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Memory } from '../../../engine/engine.ts';
import type { AddressAdmission, AddressEntry } from '../../admission/rate-limits/address-admission.ts';
import type { GraphQLEndpoint } from '../../graphql/endpoint.ts';
import { addressBusy, bodyTooLarge, type HttpError, tooManyBodies } from '../../http/http-errors.ts';
import type { GraphQLRequest, GraphQLResponse } from '../../http/http-messages.ts';
import { byteLengthOf, hasNoBody, reasonOf, sendBody } from '../../http/response-body.ts';
import { cancelledByClose } from './client-connection.ts';
import { headersDropped } from './header-count.ts';
import type { PendingBodies, PendingBody } from './pending-bodies.ts';
import { targetOf } from './request-target.ts';

export interface NodeAdapterOptions {
  endpoint: GraphQLEndpoint;
  maxBodyBytes: number;
  /** Responses that clients do not read take part in it. */
  memory: Memory;
  /** The bodies that are being received. */
  bodies: PendingBodies;
  /** Admits requests before their bodies are read. */
  addresses: AddressAdmission;
  /** Whether connections are to be closed after their response. */
  isClosing: (request: IncomingMessage) => boolean;
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
  const leave = () => addresses.end(entry);
  request.once('close', leave);
  addresses.wait(
    entry,
    () => {
      request.off('close', leave);
      receive(options, request, response, entry);
    },
    () => respond(options, request, response, { rejection: addressBusy() }),
  );
}

/** Of a body in chunks it is the largest size that is accepted. */
function declaredLength({ headers }: IncomingMessage): number {
  const { 'content-length': declared, 'transfer-encoding': encoding } = headers;
  if (declared !== undefined) return Number(declared);
  return encoding === undefined ? 0 : Number.POSITIVE_INFINITY;
}

/** Reads the body of a request, and answers it. */
function receive(
  options: NodeAdapterOptions,
  request: IncomingMessage,
  response: ServerResponse,
  entry: AddressEntry,
): void {
  const { maxBodyBytes, bodies, addresses } = options;
  const answer = (parts: Parts) => respond(options, request, response, parts).then(() => addresses.end(entry));
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
  request.on('close', () => {
    if (!isReceived) addresses.end(entry);
  });
  const received = (parts: Parts) => {
    isReceived = true;
    answer(parts);
  };
  readBody(request, maxBodyBytes, bodies, {
    complete: (body) => received({ body }),
    reject: (error) => received({ rejection: error }),
  });
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
  bodies: PendingBodies,
  { complete, reject }: { complete: (body: Buffer) => void; reject: (error: HttpError) => void },
): void {
  const { 'content-length': declared } = request.headers;
  const length = declared === undefined ? Number.POSITIVE_INFINITY : Number(declared);
  if (declared !== undefined && length > maxBytes) {
    reject(bodyTooLarge());
    return;
  }
  // An empty body has no last byte.
  const hasLastByte = Number.isFinite(length) && length > 0;
  const chunks: Buffer[] = [];
  let received = 0;
  /** Undefined until a first part has arrived that is not the whole body. */
  let pending: PendingBody | undefined;
  // Listeners stay: to remove them costs more than to call them.
  let isDone = false;
  const fail = (error: HttpError) => {
    isDone = true;
    pending?.end();
    chunks.length = 0;
    reject(error);
  };
  const ended = () => {
    if (isDone) return;
    isDone = true;
    pending?.end();
    const [only] = chunks;
    complete(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks));
  };
  const collect = (chunk: Buffer) => {
    if (isDone) return;
    chunks.push(chunk);
    received += chunk.length;
    if (received > maxBytes) fail(bodyTooLarge());
    else if (received >= length) ended();
    else {
      pending ??= pendingBody(request, bodies, () => fail(tooManyBodies()));
      pending.add(chunk.length);
    }
  };
  request.on('data', collect);
  if (!hasLastByte) request.on('end', ended);
}

function pendingBody(request: IncomingMessage, bodies: PendingBodies, reject: () => void): PendingBody {
  const body = bodies.begin({
    pause: () => void request.pause(),
    resume: () => void request.resume(),
    reject,
  });
  request.once('close', () => body.end());
  return body;
}

/** Resolves when the response is known. Never rejects. */
function respond(
  options: NodeAdapterOptions,
  // Express cuts the path where it mounts a middleware, and keeps the whole one.
  request: IncomingMessage & { originalUrl?: string },
  response: ServerResponse,
  parts: Parts,
): Promise<void> {
  const { method = '', url = '', originalUrl = url, headers } = request;
  const target = targetOf(url);
  const whole = originalUrl === url ? target : targetOf(originalUrl);
  const sdlForm = target.sdlForm ?? whole.sdlForm;
  const { remoteAddress: address } = request.socket;
  const cancellation = cancelledByClose(request, response);
  return options.endpoint
    .handle({
      method,
      search: target.search,
      headers,
      body: parts.body,
      parsedBody: parts.parsedBody,
      documentInPath: whole.documentInPath,
      cancellation,
      rejection: parts.rejection,
      sdlForm,
      source: request,
      address,
    })
    .then((answer) => send(options, request, response, answer));
}

/** Never throws: nothing above it catches an error, which would end the process. */
function send(
  { endpoint, memory, isClosing }: NodeAdapterOptions,
  request: IncomingMessage,
  response: ServerResponse,
  answer: GraphQLResponse,
): void {
  // The client may have gone, or another middleware may have answered.
  if (response.destroyed || response.headersSent) return;
  try {
    writeHead(response, answer, isClosing(request));
    sendBody(request, response, answer.body, memory);
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
  // During a shutdown, the client must send its next request to somebody else.
  if (isClosing && headers.connection === undefined) pairs.push('connection', 'close');
  // HTTP/2 has none.
  if (response.req.httpVersionMajor < 2) response.statusMessage = reasonOf(status) ?? '';
  response.writeHead(status, pairs);
}
