import { GraphQLError, Kind, type VariableDefinitionNode } from 'graphql';
import type { CompiledOperation } from '../compile/compiled-operation.ts';
import type { OperationLimits } from '../document/default-limits.ts';
import type { Variables } from '../document/document-facts.ts';
import { isNamed } from '../document/is-named.ts';
import { weigh } from '../document/json-weight.ts';
import { countInSteps } from './cost-plan.ts';

/** Plans of one compiled operation that are made for so many requests, and kept. */
const maxPlans = 16;
const requestsPerRound = 1000;

/** Operations of more fields, and variables of more values, are not planned: it would take as long as small operations do. */
const maxFields = 1000;
const maxVariableWeight = 100;

/** The counts of one compiled operation, by those values of its variables that its plan depends on. */
class PlanCounts {
  readonly #counts = new Map<string, number | undefined>();
  readonly #isPlannedByIds: boolean;
  /** Whether all variables are ids, on which the plan does not depend. */
  readonly #hasIdsOnly: boolean;
  #requests = 0;
  #isNew = true;

  constructor(compiled: CompiledOperation) {
    const { variableDefinitions = [] } = compiled.operation;
    this.#isPlannedByIds = compiled.root().fields.some(({ definition }) => definition?.kind.isPlannedByIds ?? false);
    this.#hasIdsOnly =
      !this.#isPlannedByIds &&
      variableDefinitions.every(({ type }) => type.kind === Kind.NON_NULL_TYPE && isNamed(type, 'ID'));
  }

  of(compiled: CompiledOperation, variables: Variables, limits: OperationLimits): number | undefined {
    this.#requests++;
    // Most operations that are requested once are not requested again.
    if (this.#isNew) {
      this.#isNew = false;
      return undefined;
    }
    if (!this.#hasIdsOnly && weigh(variables, maxVariableWeight) >= maxVariableWeight) return undefined;
    const key = this.#hasIdsOnly ? '' : this.#keyOf(compiled.operation.variableDefinitions ?? [], variables);
    const known = this.#counts.get(key);
    if (known !== undefined || this.#counts.has(key)) return known;
    if (this.#counts.size >= maxPlans) {
      if (this.#requests < requestsPerRound) return undefined;
      this.#counts.clear();
      this.#requests = 0;
    }
    const count = countOf(compiled, variables, limits);
    this.#counts.set(key, count);
    return count;
  }

  #keyOf(definitions: readonly VariableDefinitionNode[], variables: Variables): string {
    let key = '';
    for (const { variable, type } of definitions) {
      const value = variables[variable.name.value];
      key += typeof value === 'string' && isNamed(type, 'ID') && !this.#isPlannedByIds ? '*' : this.#textOf(value);
      key += ' ';
    }
    return key;
  }

  #textOf(value: unknown): string {
    if (typeof value !== 'object' || value === null)
      return typeof value === 'string' ? JSON.stringify(value) : `${value}`;
    // Ids in lists are those of `nodes`. Texts in input objects are values of a write, and tell nothing of its calls.
    return JSON.stringify(value, Array.isArray(value) ? undefined : withoutTexts);
  }
}

/** Undefined where planning has compiled too many fields: it stops there. */
function countOf(compiled: CompiledOperation, variables: Variables, limits: OperationLimits): number | undefined {
  const steps = countInSteps(compiled, variables, limits);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (compiled.fieldCount > maxFields) return undefined;
  }
}

function withoutTexts(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? '*' : value;
}

const counts = new WeakMap<CompiledOperation, PlanCounts>();

/**
 * The number of calls in an operation's plan, without those that nothing bounds. A plan costs as much as a small operation,
 * so its count is kept for the values of variables that it depends on. Undefined for the first request of an operation, and
 * for some of those whose variables always differ.
 */
export function plannedCallsOf(
  compiled: CompiledOperation,
  variables: Variables,
  limits: OperationLimits,
): number | undefined {
  if (compiled.fieldCount > maxFields) return undefined;
  try {
    let known = counts.get(compiled);
    if (known === undefined) {
      known = new PlanCounts(compiled);
      counts.set(compiled, known);
    }
    return known.of(compiled, variables, limits);
  } catch (error) {
    // An operation that cannot be planned cannot be executed either, which reports why.
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}
