import { OperationArguments } from '../compile/arguments.ts';
import type { CompiledField, CompiledOperation } from '../compile/compiled-operation.ts';
import type { Context } from '../data/context.ts';
import { FieldCache } from '../data/field-cache.ts';
import { RequestCache } from '../data/request-cache.ts';
import { defaultLimits, type OperationLimits } from '../document/default-limits.ts';
import { documentFacts, type Variables } from '../document/document-facts.ts';
import { CallOrigin, type ResponsePath } from '../http/call-origin.ts';
import { type Caller, RestClient } from '../http/client.ts';
import type { Upstream } from '../http/upstream.ts';
import type { Memory } from '../memory/memory.ts';
import { ExecutionTurns } from '../turns/execution-turns.ts';
import type { AwaitedField } from './awaited-value.ts';
import { Budget } from './budget.ts';
import type { ErrorBehavior } from './error-behavior.ts';
import type { GraphQLJsExecution } from './graphql-js-execution.ts';
import type { MutationValidation } from './validate.ts';

/** Everything that belongs to one execution of an operation, and dies with it. */
export interface OperationContext extends Context {
  readonly compiled: CompiledOperation;
  readonly variables: Variables;
  readonly args: OperationArguments;
  readonly limits: OperationLimits;
  /** Where the execution's work continues. */
  readonly turns: ExecutionTurns;
  /** Undefined where nothing ends the execution from outside. */
  readonly budget?: Budget | undefined;
  /** What an error does to the response. Left out: `PROPAGATE`. */
  readonly onError?: ErrorBehavior;
  /** The context of the whole execution, where this one is of a single field. */
  readonly whole?: OperationContext;
  /** The field whose context it is. */
  readonly origin?: CallOrigin;
  /** The validation of all mutations of the operation, once it was made. */
  validation?: MutationValidation;
  /** The variables that mutations have exported ids to so far; undefined where the document exports none. */
  exported?: Set<string>;
  /** Whether no further mutation is executed, as an earlier one failed. */
  isStopped?: boolean;
  /** The last field that waited for its value. */
  lastAwaited?: AwaitedField | undefined;
  /** The fields of an execution by graphql-js. */
  graphqlJs?: GraphQLJsExecution;
}

/** The context of one execution: its own REST client and cache, with the caller's own credentials. */
export function createOperationContext(
  upstream: Upstream,
  caller: Caller,
  compiled: CompiledOperation,
  variables: Variables,
  limits: OperationLimits = defaultLimits,
  memory?: Memory | undefined,
): OperationContext {
  const rest = new RestClient(upstream, caller);
  const { fieldNames, hasExports } = documentFacts(compiled.document);
  const turns = new ExecutionTurns(rest.turnOwner);
  const cache = new RequestCache(rest, fieldNames, turns);
  const budget = new Budget(limits, rest, memory);
  const { userId } = caller.credentials;
  const args = new OperationArguments(variables);
  const context = { rest, cache, userId, compiled, variables, args, limits, budget, turns };
  return hasExports ? withOwnVariables(context) : context;
}

/** A context whose variables change as mutations export ids to them. */
function withOwnVariables(context: OperationContext): OperationContext {
  const variables = { ...context.variables };
  return { ...context, variables, args: new OperationArguments(variables), exported: new Set() };
}

/**
 * The context of a field, whose calls are logged as made for it; the context itself where calls are not logged. `pathOf`
 * returns the field's path in the response, once the field is resolved.
 */
export function fieldContext(
  context: OperationContext,
  compiled: CompiledField,
  pathOf?: () => ResponsePath,
): OperationContext {
  if (!context.rest.isLogged) return context;
  const whole = context.whole ?? context;
  const origin = new CallOrigin(compiled, pathOf);
  return { ...whole, whole, origin, cache: new FieldCache(whole.cache, origin) };
}

export function isOperationContext(context: Context): context is OperationContext {
  return 'compiled' in context;
}
