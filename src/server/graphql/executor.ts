import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import {
  type Caller,
  type CompletedResult,
  type Engine,
  type ErrorBehavior,
  type OperationContext,
  responseTooLarge,
  runInTurns,
  type Variables,
} from '../../engine/engine.ts';
import { overloaded } from '../admission/load-monitor.ts';
import type { ExecutableOperation } from '../documents/executable-document.ts';
import { HttpError } from '../http/http-errors.ts';
import { isConfirmed } from '../request/confirmed-client.ts';
import { type FormatError, withCode } from '../request/error-code.ts';
import type { MadePlan, RequestState, ServerContext } from '../request/request-state.ts';
import { coalescingKey, queryText } from './coalescing-key.ts';
import { type Coercion, coercionOf, type Steps } from './coercion.ts';
import { OperationCache } from './operation-cache.ts';
import { OperationResult } from './operation-result.ts';
import { PreparedOperation } from './prepared-operation.ts';
import { QueryCoalescing, type SharedExecution } from './query-coalescing.ts';
import { coerceVariables } from './variables.ts';

/** Sees the results of operations before their clients have them. It must neither throw nor change them. */
export interface ResultObserver {
  onResult(prepared: PreparedOperation, request: RequestState, result: OperationResult): void;
}

interface ExecutorOptions {
  engine: Engine;
  formatError: FormatError;
  /** Most compiled fields in each of the two generations of the operation cache. */
  maxCachedFields: number;
  /** Whether identical queries with the same identity share one execution in flight. */
  coalesces: boolean;
  results?: ResultObserver | undefined;
}

/** Executes compiled operations, in place of graphql-js. */
export class Executor {
  readonly operations: OperationCache;
  readonly #engine: Engine;
  readonly #formatError: FormatError;
  readonly #results: ResultObserver | undefined;
  readonly #coalescing: QueryCoalescing<OperationResult> | undefined;

  constructor({ engine, formatError, coalesces, maxCachedFields, results }: ExecutorOptions) {
    this.operations = new OperationCache(engine, maxCachedFields);
    this.#engine = engine;
    this.#formatError = formatError;
    this.#results = results;
    this.#coalescing = coalesces ? new QueryCoalescing(engine.upstream.limits.requestTimeoutMs) : undefined;
  }

  /** Coerces the variables of an operation; undefined where a value is invalid, which only Apollo can answer. */
  prepare(executable: ExecutableOperation, values: Variables | undefined): PreparedOperation | undefined {
    const coerced = coerceVariables(this.#engine.schema, executable.operation, values);
    return coerced && this.prepareCoerced(executable, coerced);
  }

  prepareCoerced(executable: ExecutableOperation, coerced: Variables): PreparedOperation {
    return new PreparedOperation(executable, coerced, this.#engine);
  }

  coercionOf({ operation }: ExecutableOperation, values: Variables = {}): Steps<Coercion> {
    return coercionOf(this.#engine.schema, operation.variableDefinitions ?? [], values);
  }

  /**
   * The plan of an operation, where the number of REST calls is limited. Throws OPERATION_TOO_EXPENSIVE for an operation that may
   * need more of them than the limit.
   */
  checkPlan(prepared: PreparedOperation): MadePlan | undefined {
    if (this.#engine.limits.maxPlannedCalls === 0) return undefined;
    const { executable, variables, compiled } = prepared;
    const before = compiled.fieldCount;
    const startedAt = performance.now();
    try {
      const calls = this.#engine.checkPlannedCalls(compiled, variables);
      return calls === undefined ? undefined : { calls, startedAt, endedAt: performance.now() };
    } finally {
      executable.grew(compiled.fieldCount - before);
    }
  }

  /** Executes an operation, or joins an identical execution in flight. Notes operation and result in the request. */
  async run(prepared: PreparedOperation, request: RequestState): Promise<OperationResult> {
    noteOperation(prepared, request);
    const { sharedStore } = this.#engine.upstream;
    // Where processes share what they keep, the other ones' writes count, too.
    if (sharedStore !== undefined) request.clock ??= (await sharedStore.lookUpOne('')).clock;
    const result = await this.#start(prepared, request);
    request.result = result;
    if (request.trusted === undefined && isConfirmed(request)) this.operations.confirm(prepared.executable);
    this.#results?.onResult(prepared, request, result);
    return result;
  }

  #start(prepared: PreparedOperation, request: RequestState): Promise<OperationResult> {
    const { executable, variables } = prepared;
    const { caller, onError } = request;
    // Explain reports the calls that were made for one request alone.
    const mayShare = executable.operation.operation === 'query' && caller.callLog === undefined;
    if (this.#coalescing === undefined || !mayShare) return this.#execute(prepared, caller, onError);
    const { credentials, cancellation } = caller;
    const query = queryText(executable.number, variables, onError, credentials);
    if (query === undefined) return this.#execute(prepared, caller, onError);
    const key = coalescingKey(query, request.clock ?? this.#engine.upstream.writesEnded, credentials);
    const { result, isShared } = this.#coalescing.run(key, cancellation, (shared) =>
      this.#execute(prepared, { ...caller, cancellation: shared.cancellation }, onError, shared),
    );
    request.isShared = isShared;
    return result;
  }

  async #execute(
    { executable, compiled, variables }: PreparedOperation,
    caller: Caller,
    onError: ErrorBehavior,
    shared?: SharedExecution<OperationResult>,
  ): Promise<OperationResult> {
    const context = this.#engine.createContext(compiled, variables, caller, onError);
    const before = compiled.fieldCount;
    try {
      let result: CompletedResult;
      try {
        result = await this.#engine.execute(context);
      } finally {
        context.rest.close();
      }
      if (context.budget?.end === 'memory') throw overloaded();
      executable.grew(compiled.fieldCount - before);
      const { errors } = result;
      const formatted = errors && (await runInTurns(this.#formatted(errors), caller.client?.usage.owner));
      return this.#resultOf(result, formatted, executable, context, caller, shared);
    } catch (error) {
      context.budget?.memory?.end();
      throw error;
    }
  }

  #resultOf(
    { data, size }: CompletedResult,
    errors: readonly GraphQLFormattedError[] | undefined,
    { operation }: ExecutableOperation,
    { budget, lastAwaited }: OperationContext,
    { cancellation, client }: Caller,
    sharing: SharedExecution<OperationResult> | undefined,
  ): OperationResult {
    const { maxResponseBytes } = this.#engine.limits;
    return new OperationResult(data ?? null, errors, size, {
      maxBytes: maxResponseBytes,
      cancellation,
      owner: client?.usage.owner,
      tooLarge: () => responseTooLarge(maxResponseBytes, operation),
      memory: budget?.memory,
      // The outcome of errors depends on the data, and an observer may look at it later.
      lastAwaited: errors === undefined && this.#results === undefined ? lastAwaited : undefined,
      sharing,
    });
  }

  *#formatted(errors: readonly GraphQLError[]): Generator<void, GraphQLFormattedError[], void> {
    const formatted: GraphQLFormattedError[] = [];
    for (const error of errors) {
      formatted.push(this.#formatError(withCode(error.toJSON()), error));
      yield;
    }
    return formatted;
  }
}

export function noteOperation(prepared: PreparedOperation, request: RequestState): void {
  const { operation, hash } = prepared.executable;
  request.operation = operation;
  request.hash = hash;
  request.plannable = prepared;
}

/** Lets Apollo execute valid operations compiled, and adds them to the operation cache. */
export function compiledExecution(executor: Executor): ApolloServerPlugin<ServerContext> {
  return {
    async requestDidStart() {
      return {
        async responseForOperation({ source, document, request, response, contextValue, metrics, queryHash }) {
          const isPersisted = metrics.persistedQueryHit || metrics.persistedQueryRegister;
          const hash = isPersisted ? queryHash : undefined;
          const { trusted } = contextValue.request;
          const executable =
            trusted === undefined
              ? executor.operations.add(source, document, request.operationName, hash)
              : trusted.operation(request.operationName ?? undefined);
          // Apollo calls this also where the document has no operation of the requested name, and then rejects it.
          const prepared = executable && executor.prepare(executable, request.variables);
          if (prepared === undefined) return null;
          const result = await executor.run(prepared, contextValue.request).catch((error: unknown) => {
            if (error instanceof HttpError) return error;
            throw error;
          });
          // There is no memory for it.
          if (result instanceof HttpError) {
            // Apollo's response to it is not used.
            contextValue.request.overload = result;
            return { http: response.http, body: { kind: 'single', singleResult: { data: null } } };
          }
          contextValue.request.executed = result;
          const { data, errors } = result;
          return { http: response.http, body: { kind: 'single', singleResult: { data, ...(errors && { errors }) } } };
        },
      };
    },
  };
}

/** Makes the context of an operation that graphql-js executes: of every one that is not executed compiled. */
export function executionContext(engine: Engine): ApolloServerPlugin<ServerContext> {
  return {
    async requestDidStart() {
      return {
        async executionDidStart({ contextValue, document, operation, queryHash, request, schema }) {
          // Apollo calls this also where the document has no operation of the requested name; graphql-js rejects it.
          if (operation == null) return;
          const { request: state } = contextValue;
          // graphql-js coerces them again, and rejects what is invalid.
          const coerced = coerceVariables(schema, operation, request.variables) ?? {};
          const compiled = engine.compile(document, operation, coerced);
          const context = engine.createContext(compiled, coerced, state.caller);
          Object.assign(contextValue, context);
          state.operation = operation;
          state.hash ??= queryHash;
          // Also where a plugin throws, or does not settle.
          state.executed = { release: () => context.rest.close() };
        },
        async willSendResponse({ contextValue: { graphqlJs }, operation, response: { body } }) {
          if (graphqlJs !== undefined && body.kind === 'single' && body.singleResult.errors !== undefined) {
            body.singleResult.errors = graphqlJs.listed(body.singleResult.errors, operation?.operation);
          }
        },
      };
    },
  };
}
