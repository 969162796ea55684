import type { RequestState } from '../request/request-state.ts';

/** Planned calls of an operation, also of one that is rejected for them; undefined where they are not known. */
export function plannedCallsOf({ plannedCalls, rejection }: RequestState): number | undefined {
  if (rejection === undefined) return plannedCalls;
  const { cost } = rejection.extensions as { readonly cost?: { readonly plannedCalls?: number } };
  return cost?.plannedCalls;
}
