import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { RequestHeaders } from '../../http/headers.ts';
import { bodyTooLarge, type HttpError, tooManyBodies } from '../../http/http-errors.ts';
import type { PendingBodies, PendingBody } from './pending-bodies.ts';

/** The length of a body in bytes, as declared; infinite where it is not. */
export function lengthOf({ 'content-length': declared }: RequestHeaders): number {
  return declared === undefined ? Number.POSITIVE_INFINITY : Number(declared);
}

/** The same for a request that has perhaps no body: one without a length has none in HTTP/1, unless it is sent in chunks. */
export function declaredLength({ headers, httpVersionMajor }: IncomingMessage): number {
  const mayHaveBody = httpVersionMajor > 1 || headers['transfer-encoding'] !== undefined;
  return mayHaveBody || headers['content-length'] !== undefined ? lengthOf(headers) : 0;
}

export interface BodyResult {
  complete: (body: Buffer) => void;
  reject: (error: HttpError) => void;
}

/**
 * Reads a body of so many bytes, or of a number that is not known (infinite). Where it is known the body is complete with its last
 * byte, without waiting for the end of the stream. A body that never ends is dropped with its connection.
 */
export function readBody(
  stream: Readable,
  length: number,
  maxBytes: number,
  bodies: PendingBodies,
  { complete, reject }: BodyResult,
): void {
  const isKnown = Number.isFinite(length);
  if (isKnown && length > maxBytes) {
    reject(bodyTooLarge());
    return;
  }
  // An empty body has no last byte.
  const hasLastByte = isKnown && length > 0;
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
      pending ??= pendingBody(stream, bodies, () => fail(tooManyBodies()));
      pending.add(chunk.length);
    }
  };
  stream.on('data', collect);
  if (!hasLastByte) stream.on('end', ended);
}

function pendingBody(stream: Readable, bodies: PendingBodies, reject: () => void): PendingBody {
  const body = bodies.begin({
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    reject,
  });
  stream.once('close', () => body.end());
  return body;
}
