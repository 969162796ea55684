import { GraphQLError } from 'graphql';
import { type CompiledOperation, type Engine, type Plan, runAtOnce, type Variables } from '../../engine/engine.ts';
import type { ExecutableOperation } from '../documents/executable-document.ts';
import type { PlannableOperation } from '../request/request-state.ts';

/** An operation whose variables are valid. */
export class PreparedOperation implements PlannableOperation {
  readonly executable: ExecutableOperation;
  /** The variables of the request, coerced to their types. */
  readonly variables: Variables;
  readonly #engine: Engine;
  #compiled: CompiledOperation | undefined = undefined;

  constructor(executable: ExecutableOperation, variables: Variables, engine: Engine) {
    this.executable = executable;
    this.variables = variables;
    this.#engine = engine;
  }

  get compiled(): CompiledOperation {
    this.#compiled ??= this.executable.compiledFor(this.variables);
    return this.#compiled;
  }

  countPlannedCalls(): number | undefined {
    return this.#planned((compiled) => this.#engine.cachedPlannedCalls(compiled, this.variables));
  }

  plan(): Plan | undefined {
    try {
      return this.#planned((compiled) => runAtOnce(this.#engine.planInSteps(compiled, this.variables)));
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
