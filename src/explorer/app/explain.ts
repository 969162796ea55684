import type { ExecutionResult } from 'graphql';
import type { Plan } from '../../engine/plan/call-tree.ts';
import type { ExplainedCall } from '../../server/graphql/explain.ts';

export interface Explained {
  /** Null for an operation that has no plan, because it selects too many fields. */
  plan: Plan | null;
  calls: ExplainedCall[];
}

/** What explain says of a request; undefined if it was off. */
export function explained(result: ExecutionResult | undefined): Explained | undefined {
  const explain = result?.extensions?.explain as Partial<Explained> | undefined;
  return explain?.calls && { plan: explain.plan ?? null, calls: explain.calls };
}
