import type { ExecutionResult } from 'graphql';

/** One REST call as the gateway's `extensions.explain` lists it. */
export interface ExplainedCall {
  operation: string;
  method: string;
  path: string;
  status?: number;
  /** Duration in milliseconds. */
  ms: number;
  /** Milliseconds after the request's start. */
  startedAt: number;
  /** Shared with another request that had the same call in flight. */
  shared?: boolean;
  /** One list call that replaces several single calls. */
  batched?: boolean;
}

/** The REST calls of a result; undefined if explain was off. */
export function explainedCalls(result: ExecutionResult | undefined): ExplainedCall[] | undefined {
  const explain = result?.extensions?.explain as { calls?: ExplainedCall[] } | undefined;
  return explain?.calls;
}
