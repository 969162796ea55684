import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ResponseBody } from '../graphql/operation-result.ts';
import { endAfterRequest } from '../unread-body.ts';

/** Length from which a text is sent in pieces, in characters. */
const pieceLength = 262_144;

/** Whether a response with the status has neither a body nor a `Content-Length`. */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}

/** Size of a body, in bytes. */
export function byteLengthOf(body: ResponseBody): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body.reduce((length, piece) => length + piece.length, 0);
}

export function textOfBody(body: ResponseBody): string {
  return typeof body === 'string' ? body : Buffer.concat(body).toString();
}

/** The pieces of a body; a long text is cut. */
export function* piecesOf(body: ResponseBody): Generator<Uint8Array, void, undefined> {
  if (typeof body !== 'string') {
    yield* body;
    return;
  }
  for (let start = 0; start < body.length; ) {
    let end = start + pieceLength;
    // A character of two units stays whole.
    if (/[\ud800-\udbff]/.test(body.charAt(end - 1))) end++;
    yield Buffer.from(body.slice(start, end));
    start = end;
  }
}

/** Sends a body, and ends the response. A large one is sent in pieces, as fast as the client reads them. */
export function sendBody(request: IncomingMessage, response: ServerResponse, body: ResponseBody): void {
  if (typeof body === 'string' && body.length <= pieceLength) {
    if (request.complete) response.end(body);
    else endAfterRequest(request, response, body);
    return;
  }
  const pieces = piecesOf(body);
  const sendMore = () => {
    for (;;) {
      if (response.destroyed) return;
      const { value, done } = pieces.next();
      if (done) {
        response.end();
        return;
      }
      if (!response.write(value)) {
        response.once('drain', sendMore);
        return;
      }
    }
  };
  sendMore();
}
