import type { RequestQuota } from '../admission/rate-limits/request-quota.ts';
import type { Cors } from '../http/cors.ts';
import { notCached } from '../http/http-errors.ts';
import type { GraphQLRequest } from '../http/http-messages.ts';
import { requestIdHeader } from '../http/request-id.ts';

interface HeaderOptions {
  cors: Cors | undefined;
  /** The `Vary` of every response. */
  varyHeader: string;
  /** What the request has taken of its rate limits; undefined where none is on. */
  quota: Pick<RequestQuota, 'describeIn'> | undefined;
}

type Headers = Readonly<Record<string, string>>;

/** What gives the headers of a response that begins before its result is known, once it begins. */
export const eventHeaders =
  (request: GraphQLRequest, options: HeaderOptions, requestId: string): (() => Headers) =>
  () =>
    headersOf(request, options, requestId);

function headersOf(request: GraphQLRequest, { cors, varyHeader, quota }: HeaderOptions, requestId: string): Headers {
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    // Proxies such as nginx, and what compresses responses, would keep the events until the response is complete.
    'cache-control': `${notCached['cache-control']}, no-transform`,
    'x-accel-buffering': 'no',
    vary: varyHeader,
    [requestIdHeader]: requestId,
  };
  const response = { status: 200, headers, body: '' };
  const described = quota?.describeIn(response) ?? response;
  return (cors?.describeIn(described, request) ?? described).headers;
}
