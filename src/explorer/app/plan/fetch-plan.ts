import type { OperationText } from '../../../engine/conversion/rest-writes.ts';
import type { Plan } from '../../../engine/plan/call-tree.ts';
import { InvalidHeader, requestHeaders } from '../connection/request-headers.ts';
import { resultIn } from '../result-in.ts';

export interface PlanRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A plan, or one sentence that says why there is none; and whether the same request may have one later. */
export type PlanResult = { readonly plan: Plan } | { readonly problem: string; readonly isTemporary: boolean };

/** Requests the plan of an operation, which executes nothing. Never rejects. */
export async function planOf(endpoint: string, request: PlanRequest, signal: AbortSignal): Promise<PlanResult> {
  try {
    return await fetchPlan(endpoint, request, signal);
  } catch (error) {
    if (error instanceof InvalidHeader) return { problem: `No plan. ${error.message}`, isTemporary: false };
    return { problem: 'No plan: the gateway does not respond.', isTemporary: true };
  }
}

async function fetchPlan(
  endpoint: string,
  { query, variables, operationName, headers }: PlanRequest,
  signal: AbortSignal,
): Promise<PlanResult> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: requestHeaders({ 'content-type': 'application/json', ...headers }),
    body: JSON.stringify({ query, variables, operationName, extensions: { explain: 'plan' } }),
    signal,
  });
  const { extensions, errors } = resultIn(await response.text()) ?? {};
  const explain = extensions?.explain as { plan?: Plan } | undefined;
  if (explain?.plan) return { plan: explain.plan };
  const { status } = response;
  return {
    problem: errors?.[0]?.message ?? `The gateway returned no plan (HTTP ${status}).`,
    isTemporary: status === 429 || status >= 500,
  };
}

/** Whether an operation that was executed is that of a plan. */
export function isSameOperation(made: OperationText | undefined, planned: PlanRequest): boolean {
  if (made?.query !== planned.query) return false;
  // The name may be left out where there is one operation.
  if (made.operationName !== undefined && made.operationName !== planned.operationName) return false;
  return JSON.stringify(made.variables ?? {}) === JSON.stringify(planned.variables);
}
