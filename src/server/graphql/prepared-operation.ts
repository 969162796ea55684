import { GraphQLError } from 'graphql';
import type { Plan } from '../../engine/operation/call-tree.ts';
import type { CompiledOperation } from '../../engine/operation/compiled-operation.ts';
import { planCalls } from '../../engine/operation/cost-plan.ts';
import type { OperationLimits } from '../../engine/operation/default-limits.ts';
import type { Variables } from '../../engine/operation/document-facts.ts';
import { plannedCallsOf } from '../../engine/operation/planned-calls.ts';
import type { PlannableOperation } from './context.ts';
import type { ExecutableOperation } from './executable-document.ts';

/** An operation whose variables are valid. */
export class PreparedOperation implements PlannableOperation {
  readonly executable: ExecutableOperation;
  /** The variables of the request, and the same coerced to their types. */
  readonly values: Variables | undefined;
  readonly variables: Variables;
  readonly #limits: OperationLimits;
  #compiled: CompiledOperation | undefined = undefined;

  constructor(
    executable: ExecutableOperation,
    values: Variables | undefined,
    variables: Variables,
    limits: OperationLimits,
  ) {
    this.executable = executable;
    this.values = values;
    this.variables = variables;
    this.#limits = limits;
  }

  /** The operation compiled for the variables. */
  get compiled(): CompiledOperation {
    this.#compiled ??= this.executable.compiledFor(this.variables);
    return this.#compiled;
  }

  countPlannedCalls(): number | undefined {
    return this.#planned((compiled) => plannedCallsOf(compiled, this.variables, this.#limits));
  }

  plan(): Plan | undefined {
    try {
      return this.#planned((compiled) => planCalls(compiled, this.variables, this.#limits));
    } catch (error) {
      // Its execution has reported why.
      if (error instanceof GraphQLError) return undefined;
      throw error;
    }
  }

  /** Planning compiles fields that the execution did not reach. */
  #planned<Value>(plan: (compiled: CompiledOperation) => Value): Value {
    const { compiled } = this;
    const before = compiled.fieldCount;
    try {
      return plan(compiled);
    } finally {
      this.executable.grew(compiled.fieldCount - before);
    }
  }
}
