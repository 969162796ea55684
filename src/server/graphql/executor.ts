import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLFormattedError, GraphQLSchema, ValidationRule } from 'graphql';
import type { Caller } from '../../engine/http/client.ts';
import type { Upstream } from '../../engine/http/upstream.ts';
import { compileOperation } from '../../engine/operation/compile.ts';
import type { CompletedResult } from '../../engine/operation/completion.ts';
import { createOperationContext } from '../../engine/operation/context.ts';
import type { OperationLimits } from '../../engine/operation/default-limits.ts';
import type { Variables } from '../../engine/operation/document-facts.ts';
import { execute } from '../../engine/operation/execute.ts';
import { responseTooLarge } from '../../engine/operation/limits.ts';
import { checkPlannedCalls } from '../../engine/operation/plan-limit.ts';
import { coalescingKey } from './coalescing-key.ts';
import type { MadePlan, RequestState, ServerContext } from './context.ts';
import type { ExecutableOperation } from './executable-document.ts';
import { OperationCache } from './operation-cache.ts';
import { OperationResult } from './operation-result.ts';
import { PreparedOperation } from './prepared-operation.ts';
import { QueryCoalescing } from './query-coalescing.ts';
import { coerceVariables } from './variables.ts';

type FormatError = (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError;

interface ExecutorOptions {
  schema: GraphQLSchema;
  upstream: Upstream;
  formatError: FormatError;
  limits: OperationLimits;
  /** Whether identical queries with the same identity share one execution in flight. */
  coalesces: boolean;
  /** Applied in addition to those of the specification. */
  validationRules: readonly ValidationRule[];
}

/** Executes compiled operations, in place of graphql-js. */
export class Executor {
  readonly operations: OperationCache;
  readonly #schema: GraphQLSchema;
  readonly #upstream: Upstream;
  readonly #formatError: FormatError;
  readonly #limits: OperationLimits;
  readonly #coalescing: QueryCoalescing<OperationResult> | undefined;

  constructor({ schema, upstream, formatError, limits, coalesces, validationRules }: ExecutorOptions) {
    this.operations = new OperationCache({ schema, limits, validationRules });
    this.#schema = schema;
    this.#upstream = upstream;
    this.#formatError = formatError;
    this.#limits = limits;
    this.#coalescing = coalesces ? new QueryCoalescing() : undefined;
  }

  /** Coerces the variables of an operation; undefined where a value is invalid, which only Apollo can answer. */
  prepare(executable: ExecutableOperation, values: Variables | undefined): PreparedOperation | undefined {
    const coerced = coerceVariables(this.#schema, executable.operation, values);
    return coerced && new PreparedOperation(executable, values, coerced, this.#limits);
  }

  /**
   * The plan of an operation, where the number of REST calls is limited. Throws OPERATION_TOO_EXPENSIVE for an operation that may
   * need more of them than the limit.
   */
  checkPlan(prepared: PreparedOperation): MadePlan | undefined {
    if (this.#limits.maxPlannedCalls === 0) return undefined;
    const { executable, variables, compiled } = prepared;
    const before = compiled.fieldCount;
    const startedAt = performance.now();
    try {
      const calls = checkPlannedCalls(compiled, variables, this.#limits);
      return calls === undefined ? undefined : { calls, startedAt, endedAt: performance.now() };
    } finally {
      executable.grew(compiled.fieldCount - before);
    }
  }

  /** Executes an operation, or joins an identical execution in flight. Notes operation and result in the request. */
  async run(prepared: PreparedOperation, request: RequestState): Promise<OperationResult> {
    const { operation, hash } = prepared.executable;
    request.operation = operation;
    request.hash = hash;
    request.plannable = prepared;
    const result = await this.#start(prepared, request);
    request.result = result;
    return result;
  }

  #start(prepared: PreparedOperation, request: RequestState): Promise<OperationResult> {
    const { executable, values } = prepared;
    const { caller } = request;
    // Explain reports the calls that were made for one request alone.
    const mayShare = executable.operation.operation === 'query' && caller.callLog === undefined;
    if (this.#coalescing === undefined || !mayShare) return this.#execute(prepared, caller);
    const { credentials, cancellation } = caller;
    const key = coalescingKey(executable, values, this.#upstream.writesEnded, credentials.identity);
    if (key === undefined) return this.#execute(prepared, caller);
    const { result, isShared } = this.#coalescing.run(key, cancellation, (shared) =>
      this.#execute(prepared, { ...caller, cancellation: shared }),
    );
    request.isShared = isShared;
    return result;
  }

  async #execute({ executable, variables, compiled }: PreparedOperation, caller: Caller): Promise<OperationResult> {
    const context = createOperationContext(this.#upstream, caller, compiled, variables, this.#limits);
    const before = compiled.fieldCount;
    let result: CompletedResult;
    try {
      result = await execute(context);
    } finally {
      context.rest.close();
    }
    const { data, errors, size } = result;
    executable.grew(compiled.fieldCount - before);
    const formatted = errors?.map((error) => this.#formatError(withCode(error.toJSON()), error));
    return new OperationResult(data ?? null, formatted, size, {
      maxBytes: this.#limits.maxResponseBytes,
      tooLarge: () => responseTooLarge(this.#limits.maxResponseBytes, executable.operation),
    });
  }
}

function withCode(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const code = formatted.extensions?.code ?? 'INTERNAL_SERVER_ERROR';
  return { ...formatted, extensions: { ...formatted.extensions, code } };
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
          const { data, errors } = await executor.run(prepared, contextValue.request);
          return { http: response.http, body: { kind: 'single', singleResult: { data, ...(errors && { errors }) } } };
        },
      };
    },
  };
}

/** Makes the context of an operation that graphql-js executes: of every one that is not executed compiled. */
export function executionContext(upstream: Upstream, limits: OperationLimits): ApolloServerPlugin<ServerContext> {
  return {
    async requestDidStart() {
      return {
        async executionDidStart({ contextValue, document, operation, request, schema }) {
          // Apollo calls this also where the document has no operation of the requested name; graphql-js rejects it.
          if (operation == null) return;
          const { caller } = contextValue.request;
          // graphql-js coerces them again, and rejects what is invalid.
          const coerced = coerceVariables(schema, operation, request.variables) ?? {};
          const compiled = compileOperation(schema, document, operation, coerced, limits.maxFields);
          Object.assign(contextValue, createOperationContext(upstream, caller, compiled, coerced, limits));
        },
        async willSendResponse({ contextValue, response: { body } }) {
          contextValue.rest?.close();
          if (body.kind === 'single' && body.singleResult.errors !== undefined) {
            body.singleResult.errors = limitsOnce(body.singleResult.errors);
          }
        },
      };
    },
  };
}

/** The errors with that of an exceeded limit once for each field of the document, as the compiled execution reports it. */
function limitsOnce(errors: readonly GraphQLFormattedError[]): GraphQLFormattedError[] {
  const limited = new Set<string>();
  return errors.filter(({ path, extensions }) => {
    if (extensions?.code !== 'OPERATION_TOO_EXPENSIVE' || path === undefined) return true;
    const field = path.filter((step) => typeof step === 'string').join('.');
    return !limited.has(field) && limited.add(field);
  });
}
