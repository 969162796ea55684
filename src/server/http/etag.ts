import { createHash } from 'node:crypto';
import { runAtOnce, runInTurns } from '../../engine/engine.ts';
import type { ResponseBody } from './http-messages.ts';
import { byteLengthOf, piecesOf } from './response-body.ts';

/** Bodies from this size on are read in turns of the event loop, and so much of one at once, in bytes. */
const largeLength = 262_144;

/** The ETag of a text. It is weak, as it is the same in each encoding. */
export function weakEtagOf(text: string): string {
  return runAtOnce(weakEtag(text));
}

/** The ETag of a body, that of its text. */
export function weakEtagOfBody(body: ResponseBody): string | Promise<string> {
  return byteLengthOf(body) < largeLength ? runAtOnce(weakEtag(body)) : runInTurns(weakEtag(body));
}

function* weakEtag(body: ResponseBody): Generator<void, string, void> {
  const hash = createHash('sha256');
  for (const piece of piecesOf(body)) {
    for (let start = 0; start < piece.length; start += largeLength) {
      hash.update(piece.subarray(start, start + largeLength));
      yield;
    }
  }
  return `W/"${hash.digest('base64url')}"`;
}
