import type { ApolloServerPlugin } from '@apollo/server';
import { type GraphQLFormattedError, type GraphQLSchema, getVariableValues, type ValidationRule } from 'graphql';
import type { Caller } from '../../engine/http/client.ts';
import type { Upstream } from '../../engine/http/upstream.ts';
import { compileOperation } from '../../engine/operation/compile.ts';
import { createOperationContext } from '../../engine/operation/context.ts';
import type { Variables } from '../../engine/operation/document-facts.ts';
import { execute } from '../../engine/operation/execute.ts';
import { coalescingKey } from './coalescing-key.ts';
import type { RequestState, ServerContext } from './context.ts';
import { type ExecutableOperation, OperationCache } from './operation-cache.ts';
import { OperationResult } from './operation-result.ts';
import { QueryCoalescing } from './query-coalescing.ts';

type FormatError = (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError;

interface ExecutorOptions {
  schema: GraphQLSchema;
  upstream: Upstream;
  formatError: FormatError;
  /** Whether identical queries with the same identity share one execution in flight. */
  coalesces: boolean;
  /** Applied in addition to those of the specification. */
  validationRules: readonly ValidationRule[];
}

/** An operation whose variables are valid. */
export interface PreparedOperation {
  readonly executable: ExecutableOperation;
  /** The variables of the request, and the same coerced to their types. */
  readonly values: Variables | undefined;
  readonly variables: Variables;
}

/** Executes compiled operations, in place of graphql-js. */
export class Executor {
  readonly operations: OperationCache;
  readonly #schema: GraphQLSchema;
  readonly #upstream: Upstream;
  readonly #formatError: FormatError;
  readonly #coalescing: QueryCoalescing<OperationResult> | undefined;

  constructor({ schema, upstream, formatError, coalesces, validationRules }: ExecutorOptions) {
    this.operations = new OperationCache(schema, validationRules);
    this.#schema = schema;
    this.#upstream = upstream;
    this.#formatError = formatError;
    this.#coalescing = coalesces ? new QueryCoalescing() : undefined;
  }

  /** Coerces the variables of an operation; undefined where a value is invalid, which only Apollo can answer. */
  prepare(executable: ExecutableOperation, values: Variables | undefined): PreparedOperation | undefined {
    const definitions = executable.operation.variableDefinitions ?? [];
    const { coerced } = getVariableValues(this.#schema, definitions, values ?? {});
    return coerced && { executable, values, variables: coerced };
  }

  /** Executes an operation, or joins an identical execution in flight. Notes operation and result in the request. */
  async run(prepared: PreparedOperation, request: RequestState): Promise<OperationResult> {
    request.operation = prepared.executable.operation;
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

  async #execute({ executable, variables }: PreparedOperation, caller: Caller): Promise<OperationResult> {
    const compiled = executable.compiledFor(variables);
    const context = createOperationContext(this.#upstream, caller, compiled, variables);
    const before = compiled.fieldCount;
    const { data, errors } = await execute(context).finally(() => context.rest.close());
    this.operations.grow(compiled.fieldCount - before);
    const formatted = errors?.map((error) => this.#formatError(withCode(error.toJSON()), error));
    return new OperationResult(data ?? null, formatted);
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
          const executable = executor.operations.add(source, document, request.operationName, hash);
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
export function executionContext(upstream: Upstream): ApolloServerPlugin<ServerContext> {
  return {
    async requestDidStart() {
      return {
        async executionDidStart({ contextValue, document, operation, request, schema }) {
          // Apollo calls this also where the document has no operation of the requested name; graphql-js rejects it.
          if (operation == null) return;
          const definitions = operation.variableDefinitions ?? [];
          // graphql-js coerces them again, and rejects what is invalid.
          const { coerced = {} } = getVariableValues(schema, definitions, request.variables ?? {});
          const compiled = compileOperation(schema, document, operation, coerced);
          Object.assign(contextValue, createOperationContext(upstream, contextValue.request.caller, compiled, coerced));
        },
        async willSendResponse({ contextValue }) {
          contextValue.rest?.close();
        },
      };
    },
  };
}
