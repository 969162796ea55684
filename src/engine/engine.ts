import type { DocumentNode, GraphQLField, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { compileOperation } from './compile/compile.ts';
import type { CompiledOperation } from './compile/compiled-operation.ts';
import { exportedIdsOf } from './compile/exported-ids.ts';
import type { RestContract } from './contract/model.ts';
import { fromRestInSteps } from './conversion/convert.ts';
import type { ConvertedOperation } from './conversion/converted-operation.ts';
import { type OperationText, type RestWrite, restWritesInSteps } from './conversion/rest-writes.ts';
import type { Context } from './data/context.ts';
import { defaultLimits, type OperationLimits } from './document/default-limits.ts';
import type { Variables } from './document/document-facts.ts';
import { parseInSteps } from './document/document-limits.ts';
import type { CompletedResult } from './execute/completion.ts';
import { createOperationContext, type OperationContext } from './execute/context.ts';
import type { ErrorBehavior } from './execute/error-behavior.ts';
import { execute } from './execute/execute.ts';
import { resolveForGraphQLJs } from './execute/graphql-js.ts';
import type { ArgumentRules } from './fields/argument-checks.ts';
import { defineFields, defineFunction, type ResolverMap } from './fields/field-definitions.ts';
import type { FunctionNeeds, ResolverFunction } from './fields/function.ts';
import { entityOf } from './fields/type-entity.ts';
import type { Caller } from './http/client.ts';
import type { Upstream } from './http/upstream.ts';
import type { Memory } from './memory/memory.ts';
import type { Plan } from './plan/call-tree.ts';
import { countPlannedCalls, planInSteps } from './plan/cost-plan.ts';
import type { OpenVariables } from './plan/plan-arguments.ts';
import { checkPlannedCalls } from './plan/plan-limit.ts';
import { plannedCallsOf } from './plan/planned-calls.ts';

// All that other layers may use of the engine, but for the builders of contracts and fields.
export * from './exports.ts';

export interface EngineOptions {
  /** The REST contract, which brings its dialect. */
  readonly contract: RestContract;
  /** The GraphQL schema over it, as `defineSchema` returns it, or an extension of that. */
  readonly schema: GraphQLSchema;
  /** The REST service. Without one, operations can be planned and converted, and not executed. */
  readonly upstream?: Upstream | undefined;
  readonly limits?: OperationLimits | undefined;
  /** What large executions take together. Left out: as much as they need. */
  readonly memory?: Memory | undefined;
}

/** GraphQL over one REST contract. Throws a TypeError for a schema over another contract. */
export function createEngine(options: EngineOptions): Engine {
  return new Engine(options);
}

export class Engine {
  readonly contract: RestContract;
  readonly schema: GraphQLSchema;
  readonly limits: OperationLimits;
  readonly #upstream: Upstream | undefined;
  readonly #memory: Memory | undefined;

  constructor({ contract, schema, upstream, limits = defaultLimits, memory }: EngineOptions) {
    this.contract = contract;
    this.schema = schema;
    this.limits = limits;
    this.#upstream = upstream;
    this.#memory = memory;
    checkEntities(schema, contract);
  }

  /** Throws a TypeError for an engine without a REST service. */
  get upstream(): Upstream {
    if (this.#upstream === undefined) throw new TypeError('The engine has no REST service.');
    return this.#upstream;
  }

  /** Parses a document. Throws a GatewayError for one that exceeds a limit, and a GraphQLError for an invalid one. */
  parseInSteps(text: string): Generator<void, DocumentNode, void> {
    return parseInSteps(text, this.limits);
  }

  /** Compiles an operation of a valid document for coerced variables, of which the conditions of `@skip` and `@include` count. */
  compile(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables): CompiledOperation {
    return compileOperation(this.schema, document, operation, variables, this.limits.maxFields);
  }

  /** What is wrong with the ids that mutations of the operation export to variables. */
  exportProblems(compiled: CompiledOperation, variables: Variables): string[] {
    const problems = exportedIdsOf(compiled)?.problems(variables) ?? [];
    return problems.map(({ mutation, error }) => `${mutation.key}: ${error.message}`);
  }

  /**
   * The REST calls of the worst case. Arguments that contain `open` variables are not among those that are rejected. Throws
   * OPERATION_TOO_EXPENSIVE for an operation of too many fields.
   */
  planInSteps(compiled: CompiledOperation, variables: Variables, open?: OpenVariables): Generator<void, Plan, void> {
    return planInSteps(compiled, variables, this.limits, { listSizes: this.#upstream?.listSizes, open });
  }

  /** The number of calls in the plan, without those that nothing bounds. Throws as `planInSteps` does. */
  countPlannedCalls(compiled: CompiledOperation, variables: Variables, open?: OpenVariables): number {
    return countPlannedCalls(compiled, variables, this.limits, open);
  }

  /** The same, kept for equal variables; undefined where that costs too much, or where there is no plan. */
  cachedPlannedCalls(compiled: CompiledOperation, variables: Variables): number | undefined {
    return plannedCallsOf(compiled, variables, this.limits);
  }

  /** The same. Throws OPERATION_TOO_EXPENSIVE for more calls than the limit; undefined where there is no plan. */
  checkPlannedCalls(compiled: CompiledOperation, variables: Variables): number | undefined {
    return checkPlannedCalls(compiled, variables, this.limits);
  }

  /** What one execution works with. Close its `rest` when the execution has ended. */
  createContext(
    compiled: CompiledOperation,
    variables: Variables,
    caller: Caller,
    onError: ErrorBehavior = 'PROPAGATE',
  ): OperationContext {
    const context = createOperationContext(this.upstream, caller, compiled, variables, this.limits, this.#memory);
    return onError === 'PROPAGATE' ? context : { ...context, onError };
  }

  /** Executes the operation of a context. Errors are in the result. */
  execute(context: OperationContext): Promise<CompletedResult> {
    return execute(context);
  }

  /** The operation that makes the REST call in a text: a curl command, a call of fetch, or a path. Throws a ConversionError. */
  fromRestInSteps(text: string): Generator<void, ConvertedOperation, void> {
    return fromRestInSteps(this.schema, this.contract, text);
  }

  /** The REST calls of a document's mutations. Throws a ConversionError. */
  restWritesInSteps(operation: OperationText): Generator<void, RestWrite[], void> {
    return restWritesInSteps(this.schema, operation, this.limits);
  }
}

/** Global ids of another contract's records would not be valid. */
function checkEntities(schema: GraphQLSchema, contract: RestContract): void {
  for (const type of Object.values(schema.getTypeMap())) {
    const owner = entityOf(type)?.contract;
    if (owner !== undefined && owner !== contract) throw new TypeError(`${type.name} belongs to another contract.`);
  }
}

/**
 * Defines every field of an executable schema: by its entry in a resolver map, or else by its name, as a value of its
 * parent's record or as a property of its parent.
 */
export function defineSchema(schema: GraphQLSchema, resolvers: ResolverMap, rules: ArgumentRules): GraphQLSchema {
  return defineFields(schema, resolvers, rules, resolveForGraphQLJs);
}

/** Defines a field of an embedder by its resolver. It is planned as no call, but for the record that it may need. */
export function defineResolver(
  field: GraphQLField<unknown, Context>,
  resolve: ResolverFunction,
  needs: FunctionNeeds,
): void {
  defineFunction(field, resolve, needs, resolveForGraphQLJs);
}
