import type { Fetcher, FetcherOpts, FetcherParams } from '@graphiql/toolkit';
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { OperationText } from '../../engine/conversion/rest-writes.ts';
import type { ProgressNumbers } from '../../server/http/http-messages.ts';
import { InvalidHeader, requestHeaders } from './connection/request-headers.ts';
import { eventsOf } from './event-stream.ts';
import { resultIn } from './result-in.ts';

/** A response with the facts that the page displays. */
export interface GraphQLResponse {
  status: number;
  /** Milliseconds from sending the request to the end of the response body. */
  ms: number;
  /** Length of the response without what explain adds, in bytes. */
  size: number;
  result: ExecutionResult;
  request: OperationText;
}

/** What a request is told while it runs, and at its end. */
export interface RunObserver {
  onProgress: (progress: ProgressNumbers) => void;
  /** Called once. */
  onEnd: (end: RunEnd) => void;
}

/**
 * How a request ended. Times are in milliseconds. `unsent`: a header cannot be sent. `failed`: there is no result of GraphQL; the
 * HTTP status is undefined where nothing responds.
 */
export type RunEnd =
  | { state: 'done'; response: GraphQLResponse }
  | { state: 'unsent'; problem: string }
  | { state: 'stopped'; ms: number }
  | { state: 'failed'; ms: number; problem: string; status: number | undefined };

export interface FetcherOptions {
  /** URL of the GraphQL endpoint; a relative one is resolved against the page. */
  endpoint: string;
  /** Headers of all requests; those of a tab replace them. */
  headers: () => Readonly<Record<string, string>>;
  /** Called for each request: whether to request the list of its REST calls. */
  explain: () => boolean;
  /** Called when a request starts, except for introspection. */
  onStart: (isExplained: boolean) => RunObserver;
  /** Called when a request for the schema has ended. */
  onIntrospected: (end: RunEnd) => void;
}

/**
 * Creates a GraphiQL fetcher for GraphQL over HTTP. It returns an async iterable of one result, because GraphiQL can cancel
 * only iterables: the stop button and a change of tab abort the request, so a late response never reaches another tab. `onStart` is
 * called before the fetcher returns.
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  return (params, opts) => {
    const abort = new AbortController();
    const done = { done: true as const, value: undefined };
    const execution = execute(options, params, opts, abort.signal);
    let isTaken = false;
    const results: AsyncIterableIterator<ExecutionResult> = {
      [Symbol.asyncIterator]: () => results,
      async next() {
        if (isTaken) return done;
        isTaken = true;
        const value = await execution;
        return value === undefined ? done : { done: false, value };
      },
      async return() {
        abort.abort();
        return done;
      },
    };
    return results;
  };
}

/** The result, or an error without a stack where there is no response. Undefined if the request was aborted. */
async function execute(
  options: FetcherOptions,
  params: FetcherParams,
  opts: FetcherOpts | undefined,
  signal: AbortSignal,
): Promise<ExecutionResult | undefined> {
  // GraphiQL has parsed what the user executes, which may have the same name.
  const isIntrospection = params.operationName === 'IntrospectionQuery' && opts?.documentAST === undefined;
  const isExplained = options.explain() && !isIntrospection;
  const { onEnd, onProgress } = isIntrospection
    ? { onEnd: options.onIntrospected, onProgress: () => {} }
    : options.onStart(isExplained);
  const start = performance.now();
  try {
    const { status, result, ms } = await send(options, params, {
      isExplained,
      isIntrospection,
      opts,
      signal,
      onProgress,
    });
    const shown = withoutExplain(result);
    onEnd({
      state: 'done',
      response: { status, ms, size: new Blob([JSON.stringify(shown)]).size, result, request: requestIn(params) },
    });
    return isIntrospection ? sorted(shown) : shown;
  } catch (error) {
    const end = endOf(error, performance.now() - start, signal);
    onEnd(end);
    return 'problem' in end ? { errors: [new GraphQLError(end.problem)] } : undefined;
  }
}

/** How a request without a usable response ended. */
function endOf(error: unknown, ms: number, signal: AbortSignal): RunEnd {
  if (signal.aborted) return { state: 'stopped', ms };
  if (error instanceof InvalidHeader) return { state: 'unsent', problem: `Request not sent. ${error.message}` };
  if (error instanceof UnusableResponse) return { state: 'failed', ms, problem: error.message, status: error.status };
  return { state: 'failed', ms, problem: noResponse, status: undefined };
}

const noResponse = 'The gateway does not respond. Check that it is running, and try again.';

interface SendOptions {
  isExplained: boolean;
  isIntrospection: boolean;
  opts: FetcherOpts | undefined;
  signal: AbortSignal;
  onProgress: RunObserver['onProgress'];
}

async function send(options: FetcherOptions, params: FetcherParams, sendOptions: SendOptions) {
  const { isExplained, isIntrospection, opts, signal, onProgress } = sendOptions;
  const { endpoint } = options;
  const start = performance.now();
  const accept = isExplained ? `text/event-stream, ${jsonTypes}` : jsonTypes;
  const headers = requestHeaders({ accept, ...options.headers(), ...opts?.headers });
  const cached = isIntrospection && (await fetchCached(endpoint, params, headers, signal));
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  const body = JSON.stringify({ ...params, ...(isExplained && { extensions: { explain: true } }) });
  const response = cached || (await fetch(endpoint, { method: 'POST', headers, body, signal }));
  const { status, text } = await read(response, onProgress);
  return { status, result: parseResult(text, response), ms: performance.now() - start };
}

const jsonTypes = 'application/graphql-response+json, application/json;q=0.9';

/** The status and the text of a response, which may come as events that tell of the progress before. */
async function read(response: Response, onProgress: RunObserver['onProgress']) {
  const { body, headers, status } = response;
  if (body === null || !headers.get('content-type')?.startsWith('text/event-stream'))
    return { status, text: await response.text() };
  const read = { status, text: '' };
  for await (const { name, data } of eventsOf(body)) {
    if (name === 'progress') onProgress(JSON.parse(data) as ProgressNumbers);
    else if (name === 'status') read.status = (JSON.parse(data) as { status: number }).status;
    else if (name === 'next') read.text = data;
  }
  if (read.text === '') throw new UnusableResponse('The response has ended before its result.', read.status);
  return read;
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
  headers: Headers,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const search = new URLSearchParams({ query, ...(operationName && { operationName }) });
  const all = new Headers(headers);
  // Browsers send no `Sec-Fetch-Site` to a gateway without TLS on another machine.
  all.set('apollo-require-preflight', 'true');
  const response = await fetch(`${endpoint}?${search}`, { headers: all, signal });
  return response.ok ? response : undefined;
}

/** A response that did not come from a GraphQL server, but for example from a proxy. */
class UnusableResponse extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

function parseResult(text: string, { status, statusText }: Response): ExecutionResult {
  const result = resultIn(text);
  if (result !== undefined) return result;
  throw new UnusableResponse(
    `The response is no result of GraphQL (HTTP ${status} ${statusText}): ${text.slice(0, 200)}`,
    status,
  );
}

function requestIn({ query, variables, operationName }: FetcherParams): OperationText {
  return { query, variables, operationName: operationName ?? undefined };
}

/** The documentation lists types in the order of introspection. */
function sorted(result: ExecutionResult): ExecutionResult {
  const { data } = result as { data?: { __schema?: { types: { name: string }[] } } };
  data?.__schema?.types.sort((a, b) => (a.name < b.name ? -1 : 1));
  return result;
}
