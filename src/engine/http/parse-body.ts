import { isAscii, transcode } from 'node:buffer';
import { isTurnOverNow } from '../turns/event-loop-turn.ts';

/** Bodies from this size on are parsed in turns of the event loop, in bytes: a larger one takes a tenth of a millisecond or more. */
const largeBody = 16_384;

/** Sizes of the bodies whose text is decoded by way of UTF-16, in bytes: below it, that is no gain, above it, it takes much memory. */
const leastTranscoded = 4096;
const mostTranscoded = 1_048_576;

/** Whether a body has to be parsed in a later turn: many large ones may arrive in one turn of the event loop. */
export function isParsedLater(body: Buffer | undefined): boolean {
  return body !== undefined && body.length >= largeBody && isTurnOverNow();
}

/** The JSON of a body, as `fetch` parses it: in UTF-8, whatever the headers say, and without its byte order mark. Undefined if it is not JSON. */
export function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(textOf(body[0] === byteOrderMark[0] ? withoutMark(body) : body));
  } catch {
    return undefined;
  }
}

const byteOrderMark = Buffer.from('\ufeff');

function withoutMark(body: Buffer): Buffer {
  const { length } = byteOrderMark;
  return byteOrderMark.equals(body.subarray(0, length)) ? body.subarray(length) : body;
}

/**
 * The text of a body, as `toString` decodes it. Node decodes ASCII fast; where there is one other character, JSON is decoded and parsed
 * in a fifth less time by way of UTF-16.
 */
export function textOf(body: Buffer): string {
  if (body.length < leastTranscoded || body.length > mostTranscoded || isAscii(body)) return body.toString();
  try {
    return transcode(body, 'utf8', 'utf16le').toString('utf16le');
  } catch {
    // Not UTF-8: `toString` puts replacement characters in place of what is not.
    return body.toString();
  }
}
