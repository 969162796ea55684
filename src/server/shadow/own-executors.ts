import { execute, type GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Caller, Cancellation, Engine, OperationContext } from '../../engine/engine.ts';
import type { FormatError } from '../request/error-code.ts';
import type { ComparableResult } from './compare-results.ts';
import { inputValuesOf } from './input-values.ts';
import { errorPlaces, type ShadowQuery, type ShadowTarget } from './shadow-target.ts';

/** All second executions use the service as one client, so that they take no share of the client's own. */
const clientName = 'shadow';

/** Executes a query with an executor of this process, with REST calls of its own. */
abstract class OwnExecutor implements ShadowTarget {
  abstract readonly name: string;
  protected readonly engine: Engine;
  readonly #format: FormatError;

  /** `format` tells the codes of errors; it should log nothing. */
  constructor(engine: Engine, format: FormatError) {
    this.engine = engine;
    this.#format = format;
  }

  async execute(query: ShadowQuery, cancellation: Cancellation): Promise<ComparableResult> {
    const { document, operation } = query.prepared.executable;
    const { variables } = query.prepared;
    // Compiled anew: a mistake that the compiled operation holds would be in both results.
    const compiled = this.engine.compile(document, operation, variables);
    const context = this.engine.createContext(compiled, variables, this.#callerOf(query, cancellation));
    try {
      const { data, errors } = await this.executeIn(context, query);
      if (cancellation.isCancelled || context.budget?.end === 'memory') throw new Error('Not executed to its end.');
      const formatted = errors?.map((error) => this.#formatted(error)) ?? [];
      return { data: data ?? null, errors: errorPlaces(context.graphqlJs?.listed(formatted) ?? formatted) };
    } finally {
      context.rest.close();
      context.budget?.memory?.end();
    }
  }

  async close(): Promise<void> {}

  protected abstract executeIn(
    context: OperationContext,
    query: ShadowQuery,
  ): Promise<{ data?: unknown; errors?: readonly GraphQLError[] | undefined }>;

  #callerOf({ credentials, requestId }: ShadowQuery, cancellation: Cancellation): Caller {
    return { credentials, requestId, cancellation, client: this.engine.upstream.clients.local(clientName) };
  }

  #formatted(error: GraphQLError): GraphQLFormattedError {
    const plain = error.toJSON();
    const code = plain.extensions?.code ?? 'INTERNAL_SERVER_ERROR';
    return this.#format({ ...plain, extensions: { ...plain.extensions, code } }, error);
  }
}

/** graphql-js: the other executor. */
export class GraphQLJsTarget extends OwnExecutor {
  readonly name = 'graphql-js';

  protected executeIn(context: OperationContext, { prepared: { executable, variables } }: ShadowQuery) {
    const { document, operation } = executable;
    const { schema } = this.engine;
    const result = execute({
      schema,
      document,
      operationName: operation.name?.value,
      variableValues: inputValuesOf(schema, operation, variables),
      contextValue: context,
    });
    return Promise.resolve(result);
  }
}

/** The executor that the client's result came from. */
export class CompiledTarget extends OwnExecutor {
  readonly name = 'compiled';

  protected executeIn(context: OperationContext) {
    return this.engine.execute(context);
  }
}
