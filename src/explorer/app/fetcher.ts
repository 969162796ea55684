import type { Fetcher, FetcherOpts, FetcherParams } from '@graphiql/toolkit';
import type { ExecutionResult } from 'graphql';
import type { OperationText } from '../../engine/conversion/rest-writes.ts';

/** A response with the facts that the page displays. */
export interface GraphQLResponse {
  /** HTTP status. */
  status: number;
  /** Milliseconds from sending the request to the end of the response body. */
  ms: number;
  /** Length of the response body, in characters. */
  size: number;
  result: ExecutionResult;
  request: OperationText;
}

export interface FetcherOptions {
  /** URL of the GraphQL endpoint; a relative one is resolved against the page. */
  endpoint: string;
  /** Called for each request: whether to request the list of its REST calls. */
  explain: () => boolean;
  /** Called for every response except those to introspection. */
  onResponse: (response: GraphQLResponse) => void;
}

/**
 * Creates a GraphiQL fetcher for GraphQL over HTTP. It returns an async iterable of one result, because GraphiQL can cancel
 * only iterables: the stop button and a change of tab abort the request, so a late response never reaches another tab.
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  return (params, opts) => {
    const abort = new AbortController();
    const done = { done: true as const, value: undefined };
    let isSent = false;
    const results: AsyncIterableIterator<ExecutionResult> = {
      [Symbol.asyncIterator]: () => results,
      async next() {
        if (isSent) return done;
        isSent = true;
        try {
          return { done: false, value: await sendRequest(options, params, opts, abort.signal) };
        } catch (error) {
          if (abort.signal.aborted) return done;
          throw error;
        }
      },
      async return() {
        abort.abort();
        return done;
      },
    };
    return results;
  };
}

async function sendRequest(
  { endpoint, explain, onResponse }: FetcherOptions,
  params: FetcherParams,
  opts: FetcherOpts | undefined,
  signal: AbortSignal,
): Promise<ExecutionResult> {
  const isIntrospection = params.operationName === 'IntrospectionQuery';
  const extensions = explain() && !isIntrospection ? { extensions: { explain: true } } : {};
  const start = performance.now();
  const headers = { accept: 'application/graphql-response+json, application/json;q=0.9', ...opts?.headers };
  const cached = isIntrospection ? await fetchCached(endpoint, params, { headers, signal }) : undefined;
  const response =
    cached ??
    (await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ ...params, ...extensions }),
      signal,
    }));
  const text = await response.text();
  const ms = performance.now() - start;
  const result = sorted(parseResult(text, response), isIntrospection);
  if (!isIntrospection)
    onResponse({ status: response.status, ms, size: text.length, result, request: requestIn(params) });
  return withoutExplain(result);
}

/** The response pane does not show what the pane of the REST calls does. */
function withoutExplain({ extensions, ...result }: ExecutionResult): ExecutionResult {
  const { explain: _, ...others } = extensions ?? {};
  return Object.keys(others).length > 0 ? { ...result, extensions: others } : result;
}

/**
 * Sends a query by GET: the browser then keeps the response, and transfers it again only if it has changed. Undefined if that
 * fails, for example at a proxy that does not accept the length of the URL.
 */
async function fetchCached(
  endpoint: string,
  { query, operationName }: FetcherParams,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<Response | undefined> {
  const search = new URLSearchParams({ query, ...(operationName && { operationName }) });
  // Browsers send no `Sec-Fetch-Site` to a gateway without TLS on another machine.
  const all = { 'apollo-require-preflight': 'true', ...headers };
  const response = await fetch(`${endpoint}?${search}`, { headers: all, signal });
  return response.ok ? response : undefined;
}

/** @throws Error if the response is not JSON: it came from something other than a GraphQL server, such as a proxy. */
function parseResult(text: string, { status, statusText }: Response): ExecutionResult {
  try {
    return JSON.parse(text) as ExecutionResult;
  } catch {
    throw new Error(`The response is not JSON (HTTP ${status} ${statusText}): ${text.slice(0, 200)}`);
  }
}

function requestIn({ query, variables, operationName }: FetcherParams): OperationText {
  return { query, variables, operationName: operationName ?? undefined };
}

/** The documentation lists types in the order of introspection. */
function sorted(result: ExecutionResult, isIntrospection: boolean): ExecutionResult {
  const { data } = result as { data?: { __schema?: { types: { name: string }[] } } };
  if (isIntrospection) data?.__schema?.types.sort((a, b) => (a.name < b.name ? -1 : 1));
  return result;
}
