import type { Fetcher, FetcherOpts, FetcherParams } from '@graphiql/toolkit';
import type { ExecutionResult } from 'graphql';

/** An answer as the page tells of it. */
export interface Answer {
  status: number;
  /** Milliseconds from sending the request to having read the whole answer. */
  ms: number;
  /** Size of the answer's text, in characters. */
  size: number;
  result: ExecutionResult;
}

export interface FetcherOptions {
  endpoint: string;
  /** Read at each request: whether to ask for the REST calls that it makes. */
  explain: () => boolean;
  /** Told of every answer but the introspection's. */
  onAnswer: (answer: Answer) => void;
}

/**
 * A GraphiQL fetcher for GraphQL over HTTP. It answers as an async iterable of one result, since GraphiQL stops only
 * those: the stop button and a change of tab abort the request, and a late answer never lands in another tab.
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  return (params, opts) => {
    const abort = new AbortController();
    const done = { done: true as const, value: undefined };
    let asked = false;
    const answer: AsyncIterableIterator<ExecutionResult> = {
      [Symbol.asyncIterator]: () => answer,
      async next() {
        if (asked) return done;
        asked = true;
        try {
          return { done: false, value: await ask(options, params, opts, abort.signal) };
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
    return answer;
  };
}

async function ask(
  { endpoint, explain, onAnswer }: FetcherOptions,
  params: FetcherParams,
  opts: FetcherOpts | undefined,
  signal: AbortSignal,
): Promise<ExecutionResult> {
  const introspection = params.operationName === 'IntrospectionQuery';
  const extensions = explain() && !introspection ? { extensions: { explain: true } } : {};
  const start = performance.now();
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      accept: 'application/graphql-response+json, application/json;q=0.9',
      'content-type': 'application/json',
      ...opts?.headers,
    },
    body: JSON.stringify({ ...params, ...extensions }),
    signal,
  });
  const text = await response.text();
  const ms = performance.now() - start;
  const result = parseResult(text, response);
  if (!introspection) onAnswer({ status: response.status, ms, size: text.length, result });
  return result;
}

/** @throws Error where something other than a GraphQL server answered, a proxy for example. */
function parseResult(text: string, { status, statusText }: Response): ExecutionResult {
  try {
    return JSON.parse(text) as ExecutionResult;
  } catch {
    throw new Error(`The answer is not JSON (HTTP ${status} ${statusText}): ${text.slice(0, 200)}`);
  }
}
