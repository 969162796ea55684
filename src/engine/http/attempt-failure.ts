/** Why an attempt to send a request has no response. */
export type AttemptFailure =
  /** No complete response in time. */
  | { readonly kind: 'timeout' }
  /** The connection was closed before a response began: `unreachable` where there was no connection at all. */
  | { readonly kind: 'closed' | 'unreachable'; readonly error: Error }
  /** The connection was closed inside the response. */
  | { readonly kind: 'broken' }
  /** The response is not HTTP. */
  | { readonly kind: 'malformed'; readonly error: Error }
  /** The response cannot be used; `reason` is the rest of a sentence about it. */
  | { readonly kind: 'unusable'; readonly reason: string; readonly isTooLarge?: boolean }
  /** There is no room for the response; `reason` is a sentence. */
  | { readonly kind: 'noRoom'; readonly reason: string };

/** Whether a failure tells that the service may be down. */
export function isOutage(kind: AttemptFailure['kind']): boolean {
  return kind === 'closed' || kind === 'unreachable' || kind === 'timeout';
}

/** The failure of a connection. `status` is that of a response that has begun; 0 without one. */
export function connectionFailure(error: NodeJS.ErrnoException, status: number): AttemptFailure {
  if (status !== 0) return { kind: 'broken' };
  if (malformedNames.has(error.name)) return { kind: 'malformed', error };
  return { kind: closedCodes.has(error.code ?? '') ? 'closed' : 'unreachable', error };
}

const closedCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** By name: undici's parser errors have no code if the fault is in the first bytes. */
const malformedNames = new Set(['HTTPParserError', 'HeadersOverflowError', 'ResponseContentLengthMismatchError']);

/** What is wrong with a response in an encoding that the gateway does not know. */
export function unknownEncoding(name: string): string {
  const shown = namedEncodings.has(name) ? `"${name}"` : 'an unknown encoding';
  return `is encoded as ${shown}. The gateway accepts gzip, deflate, br, and responses that are not encoded.`;
}

/** Only these are quoted in a message: any other value could be a header of the request that the service sent back. */
const namedEncodings = new Set(['zstd', 'compress']);
