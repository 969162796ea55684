import { GraphQLError } from 'graphql';
import type { CompiledOperation } from '../compile/compiled-operation.ts';
import type { OperationLimits } from '../document/default-limits.ts';
import type { Variables } from '../document/document-facts.ts';
import { GatewayError } from '../http/errors.ts';
import { countPlannedCalls } from './cost-plan.ts';

/**
 * The number of planned calls, without those that nothing bounds. Throws OPERATION_TOO_EXPENSIVE for an operation that may need
 * more of them than the limit. Undefined for an operation that cannot be planned: its execution reports why.
 */
export function checkPlannedCalls(
  compiled: CompiledOperation,
  variables: Variables,
  limits: OperationLimits,
): number | undefined {
  const { maxPlannedCalls: limit } = limits;
  const plannedCalls = plannedCallsOf(compiled, variables, limits);
  if (limit === 0 || plannedCalls === undefined || plannedCalls <= limit) return plannedCalls;
  throw new GatewayError(
    'OPERATION_TOO_EXPENSIVE',
    `The operation may need ${plannedCalls} REST calls, and at most ${limit} are allowed. Request fewer items with "first", or select fewer fields.`,
    { cost: { plannedCalls, calls: 0, limit } },
  );
}

function plannedCallsOf(
  compiled: CompiledOperation,
  variables: Variables,
  limits: OperationLimits,
): number | undefined {
  try {
    // JSON has no infinity.
    return Math.min(countPlannedCalls(compiled, variables, limits), Number.MAX_SAFE_INTEGER);
  } catch (error) {
    if (error instanceof GraphQLError && !(error instanceof GatewayError)) return undefined;
    throw error;
  }
}
