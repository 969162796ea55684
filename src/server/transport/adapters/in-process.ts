import type { GraphQLFormattedError } from 'graphql';
import type { ErrorBehavior } from '../../../engine/engine.ts';
import type { GraphQLEndpoint } from '../../graphql/endpoint.ts';
import { isHeaderValue, type RequestHeaders, textOf } from '../../http/headers.ts';
import { HttpError } from '../../http/http-errors.ts';
import type { ClientIdentity } from '../../http/http-messages.ts';
import { textOfBody } from '../../http/response-body.ts';

/** An operation that is executed without HTTP. */
export interface ExecuteRequest {
  /** The document. Left out: that of `documentId`. */
  query?: string | undefined;
  /** Id of a trusted document. */
  documentId?: string | undefined;
  /** Values that can be serialized as JSON. */
  variables?: Readonly<Record<string, unknown>> | undefined;
  operationName?: string | undefined;
  extensions?: Readonly<Record<string, unknown>> | undefined;
  /** What an error does to the result. Left out: `PROPAGATE`. */
  onError?: ErrorBehavior | undefined;
  /** The client's headers: `authorization`, and those that `FORWARD_HEADERS` or `authenticate` reads. */
  headers?: RequestHeaders | Headers | undefined;
  /** The client, where it is known already: `authenticate` is then not called. */
  client?: ClientIdentity | undefined;
}

export interface ExecuteResult<Data = Record<string, unknown>> {
  data?: Data | null;
  errors?: GraphQLFormattedError[];
  extensions?: Record<string, unknown>;
}

/**
 * Executes operations with the caches, limits and logs of a request over HTTP. Rejects only where the variables cannot be
 * serialized as JSON.
 */
export function inProcessAdapter(endpoint: GraphQLEndpoint, forwardHeaders: readonly string[]) {
  return async <Data = Record<string, unknown>>(request: ExecuteRequest): Promise<ExecuteResult<Data>> => {
    const { query, documentId, variables, operationName, extensions, onError, headers, client } = request;
    const own = lowerCased(headers);
    const response = await endpoint.handle({
      method: 'POST',
      search: '',
      headers: { ...own, 'content-type': 'application/json' },
      rejection: rejectionOf(own, ['authorization', ...forwardHeaders]),
      body: Buffer.from(JSON.stringify({ query, documentId, variables, operationName, extensions, onError })),
      client,
    });
    // Parsed for each caller: clients that share an execution must not be able to change each other's result.
    return JSON.parse(textOfBody(response.body)) as ExecuteResult<Data>;
  };
}

/** With a line end in a value, one client could have the headers, and thus the responses, of another one. `names`: those that are sent on. */
function rejectionOf(headers: RequestHeaders, names: readonly string[]): HttpError | undefined {
  const name = names.find((one) => !isHeaderValue(textOf(headers[one])));
  if (name === undefined) return undefined;
  return new HttpError(400, 'INVALID_HEADER', `"headers" has a value for ${name} that HTTP cannot send.`);
}

function lowerCased(headers: RequestHeaders | Headers = {}): RequestHeaders {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  // They concern the body of an HTTP message, and here is none.
  const {
    'content-encoding': _,
    'accept-encoding': __,
    accept: ___,
    ...own
  } = Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
  return own;
}
