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
  /** Served by a call that another request had under way. */
  shared?: boolean;
  /** One list call in place of several single ones. */
  batched?: boolean;
}

/** The REST calls that an answer tells of; undefined where explain was off. */
export function explainedCalls(result: ExecutionResult | undefined): ExplainedCall[] | undefined {
  const explain = result?.extensions?.explain as { calls?: ExplainedCall[] } | undefined;
  return explain?.calls;
}
