import type { RequestHeaders } from '../http/headers.ts';
import type { RequestOrigin } from '../http/http-messages.ts';
import { requestIdHeader, requestIdOf } from '../http/request-id.ts';
import { type ClientInfo, clientInfoOf } from './client-info.ts';

/** The place of a request in a trace (https://www.w3.org/TR/trace-context/). */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** Whether the spans of the request are exported. */
  readonly isSampled: boolean;
}

/** An HTTP request from its arrival on, whether or not it becomes an operation. */
export class ObservedRequest implements RequestOrigin {
  readonly method: string;
  readonly headers: RequestHeaders;
  readonly address: string | undefined;
  readonly id: string;
  /** On the clock of `performance.now()`, in milliseconds. */
  readonly startedAt = performance.now();
  /** Undefined where requests are not traced. */
  trace: TraceContext | undefined = undefined;
  /** Headers that each of its REST calls sends: names and values in turn. */
  readonly callHeaders: string[];
  #client: ClientInfo | undefined = undefined;

  constructor(method: string, { headers, address }: RequestOrigin) {
    this.method = method;
    this.headers = headers;
    this.address = address;
    this.id = requestIdOf(headers);
    this.callHeaders = [requestIdHeader, this.id];
  }

  get client(): ClientInfo {
    this.#client ??= clientInfoOf(this.headers);
    return this.#client;
  }
}
