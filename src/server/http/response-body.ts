import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Memory, UnreadResponse } from '../../engine/engine.ts';
import type { ResponseBody } from './http-messages.ts';
import { onResponseClose } from './response-close.ts';
import { endAfterRequest } from './unread-body.ts';

/** Status of a response with errors that also has data, or null in its place: GraphQL over HTTP, edition September 2026. */
export const partialSuccess = 294;

/** Length from which a text is sent in pieces, in characters. */
const pieceLength = 262_144;

/** Length from which a body takes part in the memory of the process while the client does not read it. */
const countedLength = 65_536;

/** Length up to which the bytes of a body are joined to the head of the response. */
const joinedLength = 16_384;

/** Whether a response with the status has neither a body nor a `Content-Length`. */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}

/** The reason phrase of a status that Node has none for; undefined for others. */
export function reasonOf(status: number): string | undefined {
  return status === partialSuccess ? 'Partial Success' : undefined;
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

/** The body in one piece; undefined for one that is sent in several. */
function wholeOf(body: ResponseBody): string | Uint8Array | undefined {
  if (typeof body === 'string') return body.length <= pieceLength ? body : undefined;
  return body.length === 1 ? body[0] : undefined;
}

/**
 * Sends a body, and ends the response: after the request, where that has not arrived yet. A large one is sent in pieces, as fast as the
 * client reads them.
 */
export function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  body: ResponseBody,
  { memory, isReceived }: { readonly memory: Memory; readonly isReceived: boolean },
): void {
  const whole = wholeOf(body);
  if (whole === undefined) {
    sendPieces(response, piecesOf(body), unreadResponse(request, response, byteLengthOf(body), memory));
    return;
  }
  if (whole.length >= countedLength) unreadResponse(request, response, whole.length, memory);
  if (!isReceived) endAfterRequest(request, response, whole);
  else if (isShort(whole) && request.httpVersionMajor < 2) endAtOnce(response, whole);
  else response.end(whole);
}

/** A text of any length is joined to the head; bytes are where copying them costs less than a second part of the write. */
function isShort(body: string | Uint8Array): boolean {
  return body.length > 0 && (typeof body === 'string' || body.length <= joinedLength);
}

/** Writes head and body together: `end` alone adds an empty write, and `writev` copies texts to join them. */
function endAtOnce(response: ServerResponse, body: string | Uint8Array): void {
  // Where the socket is corked, `write` needs no tick to uncork it.
  response.socket?.cork();
  if (typeof body === 'string') response.write(body);
  // The head is of this encoding, too, which has a character for each byte.
  else response.write(latin1Of(body), 'latin1');
  response.socket?.uncork();
  response.end();
}

function latin1Of({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}

function unreadResponse(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: number,
  memory: Memory,
): UnreadResponse {
  // A response that waits for others before it has no connection yet.
  const unread = memory.addUnread(bytes, () => (response.socket === null ? request.socket : response).destroy());
  onResponseClose(request, response, () => unread.end());
  return unread;
}

function sendPieces(
  response: ServerResponse,
  pieces: Generator<Uint8Array, void, undefined>,
  unread: UnreadResponse,
): void {
  let written = 0;
  const sendMore = () => {
    unread.addRead(written);
    for (written = 0; ; ) {
      if (response.destroyed) return;
      const { value, done } = pieces.next();
      if (done) {
        response.end();
        return;
      }
      written += value.length;
      if (!response.write(value)) {
        response.once('drain', sendMore);
        return;
      }
    }
  };
  sendMore();
}
