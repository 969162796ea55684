import type { ApolloServerPlugin } from '@apollo/server';
import { type GraphQLFormattedError, type GraphQLSchema, getVariableValues } from 'graphql';
import type { Upstream } from '../../engine/http/upstream.ts';
import { createOperationContext } from '../../engine/operation/context.ts';
import type { Variables } from '../../engine/operation/document-facts.ts';
import { execute } from '../../engine/operation/execute.ts';
import { sharingKey } from './coalescing-key.ts';
import type { Asker, ServerContext } from './context.ts';
import { type KnownOperation, KnownOperations } from './operation-cache.ts';
import { SharedOperations } from './query-coalescing.ts';
import { Outcome } from './response.ts';

type FormatError = (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError;

/** An operation that can be executed: its variables fit. */
export interface Ready {
  readonly known: KnownOperation;
  /** The variables as they came, and as the operation gets them. */
  readonly values: Variables | undefined;
  readonly variables: Variables;
}

/**
 * Executes operations compiled, in place of graphql-js. With `sharing`, identical queries with the same credentials
 * share one execution while it is under way.
 */
export class Executor {
  readonly operations: KnownOperations;
  readonly #schema: GraphQLSchema;
  readonly #formatError: FormatError;
  readonly #shared: SharedOperations<Outcome> | undefined;

  constructor(schema: GraphQLSchema, formatError: FormatError, sharing: boolean) {
    this.operations = new KnownOperations(schema);
    this.#schema = schema;
    this.#formatError = formatError;
    this.#shared = sharing ? new SharedOperations() : undefined;
  }

  /** The operation with its variables; undefined where a value does not fit, which Apollo has to say. */
  ready(known: KnownOperation, values: Variables | undefined): Ready | undefined {
    const { coerced } = getVariableValues(this.#schema, known.operation.variableDefinitions ?? [], values ?? {});
    return coerced && { known, values, variables: coerced };
  }

  /** Executes an operation for `asker`, or joins an identical execution. */
  run({ known, values, variables }: Ready, asker: Asker): Promise<Outcome> {
    const { caller, upstream } = asker;
    const run = (own: Asker['caller']) => this.#execute(known, variables, upstream, own);
    // Explain tells of the calls that were made for one request alone.
    const mayShare = known.operation.operation === 'query' && caller.callLog === undefined;
    if (this.#shared === undefined || !mayShare) return run(caller);
    const { credentials, cancellation } = caller;
    const key = sharingKey(known, values, upstream.writesEnded, credentials.identity);
    if (key === undefined) return run(caller);
    return this.#shared.run(key, cancellation, (shared) => run({ credentials, cancellation: shared }));
  }

  async #execute(
    known: KnownOperation,
    variables: Variables,
    upstream: Upstream,
    caller: Asker['caller'],
  ): Promise<Outcome> {
    const compiled = known.compiledFor(variables);
    const before = compiled.fieldCount;
    const { data, errors } = await execute(createOperationContext(upstream, caller, compiled, variables));
    this.operations.grow(compiled.fieldCount - before);
    const formatted = errors?.map((error) => this.#formatError(withCode(error.toJSON()), error));
    return new Outcome(data ?? null, formatted);
  }
}

function withCode(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const code = formatted.extensions?.code ?? 'INTERNAL_SERVER_ERROR';
  return { ...formatted, extensions: { ...formatted.extensions, code } };
}

/** Lets Apollo leave valid operations whose variables fit to the executor, which knows their texts from then on. */
export function compiledExecution(executor: Executor): ApolloServerPlugin<ServerContext> {
  return {
    async requestDidStart() {
      return {
        async responseForOperation({ source, document, request, response, contextValue }) {
          const known = executor.operations.learn(source, document, request.operationName);
          // Apollo asks also where the document has no operation of the requested name, and then says so itself.
          const ready = known && executor.ready(known, request.variables);
          if (ready === undefined) return null;
          const { data, errors } = await executor.run(ready, contextValue);
          return { http: response.http, body: { kind: 'single', singleResult: { data, ...(errors && { errors }) } } };
        },
      };
    },
  };
}
