import type { RequestHeaders } from './headers.ts';
import { RandomIds } from './random-ids.ts';

/** The header in which a request brings its id, and in which the response and the REST calls have it. */
export const requestIdHeader = 'x-request-id';

/** Characters of the ids of proxies and tracing systems, and at most so many that they stay legible in a log. */
const wellFormed = /^[\w.:;,=+/@-]{1,128}$/;

const ids = new RandomIds();

/** The id of a request: the one that it brings, if that is well-formed, or a new one of 32 hexadecimal digits. */
export function requestIdOf(headers: RequestHeaders): string {
  const given = headers[requestIdHeader];
  return typeof given === 'string' && wellFormed.test(given) ? given : ids.digits(32);
}
