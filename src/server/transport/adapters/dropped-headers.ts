import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { countOf } from '../../http/headers.ts';
import { HttpError } from '../../http/http-errors.ts';

/** Node keeps at least so many headers of a request where its server states no other number, and drops further ones silently. */
const nodeMaximum = 1000;

/** A request, and where Node tells how many headers its server keeps: null for Node's own number, 0 for all. */
type CountedRequest = Pick<IncomingMessage, 'rawHeaders'> & {
  readonly socket: Socket & { readonly server?: { readonly maxHeadersCount?: number | null } };
};

/**
 * The error for a request of which Node may have dropped headers: without its `Authorization`, it would be served with the credentials of
 * the settings, and a second one may be what a proxy has verified. The connection is closed, as the client may still be sending.
 */
export function headersDropped({ rawHeaders, socket }: CountedRequest): HttpError | undefined {
  const maximum = Math.min(socket.server?.maxHeadersCount || nodeMaximum, nodeMaximum);
  if (rawHeaders.length >= maximum * 2) {
    return rejection(431, 'TOO_MANY_HEADERS', `The request needs fewer than ${maximum} headers.`);
  }
  if (countOf(rawHeaders, 'authorization') <= 1) return undefined;
  return rejection(400, 'REPEATED_AUTHORIZATION', 'A request has at most one "Authorization" header.');
}

function rejection(status: number, reason: string, message: string): HttpError {
  return new HttpError(status, reason, message, { connection: 'close' });
}
