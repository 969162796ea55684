import type { Cors } from '../http/cors.ts';
import { notCached } from '../http/http-errors.ts';
import type { GraphQLRequest } from '../http/http-messages.ts';
import { requestIdHeader } from '../http/request-id.ts';

interface HeaderOptions {
  cors: Cors | undefined;
  /** The `Vary` of every response. */
  varyHeader: string;
}

/** The headers of a response that begins before its result is known. */
export function eventHeaders(
  request: GraphQLRequest,
  { cors, varyHeader }: HeaderOptions,
  requestId: string,
): Readonly<Record<string, string>> {
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    ...notCached,
    vary: varyHeader,
    [requestIdHeader]: requestId,
    // Proxies such as nginx would keep the events until the response is complete.
    'x-accel-buffering': 'no',
  };
  return cors === undefined ? headers : cors.describeIn({ status: 200, headers, body: '' }, request).headers;
}
