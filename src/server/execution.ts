import type { ApolloServerPlugin } from '@apollo/server';
import {
  type DocumentNode,
  type GraphQLFormattedError,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql';
import { type CompiledOperation, compileOperation } from '../plan/compile.ts';
import { conditionVariables, type Variables } from '../plan/conditions.ts';
import { execute } from '../plan/execute.ts';
import { operationContext, type ServerContext } from './context.ts';
import { SharedOperations } from './shared-operations.ts';

type FormatError = (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError;

/** What an execution gives, formatted for the client. */
interface Outcome {
  errors?: GraphQLFormattedError[];
  data: Record<string, unknown> | null;
}

/**
 * Executes operations compiled, in place of graphql-js. What was compiled lives as long as Apollo keeps the document.
 * Where the variables do not fit, the operation is left to Apollo, which says so. With `sharing`, identical queries with
 * the same credentials share one execution while it is under way.
 */
export function compiledExecution(formatError: FormatError, sharing: boolean): ApolloServerPlugin<ServerContext> {
  const shared = sharing ? new SharedOperations<Outcome>() : undefined;
  return {
    async requestDidStart() {
      return {
        async responseForOperation({ schema, document, operation, operationName, request, contextValue, ...rest }) {
          // Apollo asks also where the document has no operation of the requested name, and then says so itself.
          if ((operation as OperationDefinitionNode | undefined) == null) return null;
          const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables ?? {});
          const variables = coerced.coerced;
          if (variables === undefined) return null;
          const compiled = compiledFor(document, operation, variables, (conditions) =>
            compileOperation(schema, document, operation, conditions),
          );
          const run = (context: ServerContext) => outcomeOf(compiled, context, variables, formatError);
          const { caller, upstream } = contextValue;
          // Explain tells of the calls that were made for one request alone.
          const mayShare = operation.operation === 'query' && caller.journal === undefined;
          const outcome =
            shared === undefined || !mayShare
              ? await run(contextValue)
              : await shared.run(
                  [
                    upstream.writesEnded,
                    caller.credentials.identity,
                    rest.queryHash,
                    operationName,
                    JSON.stringify(request.variables),
                  ].join(' '),
                  caller.cancellation,
                  (cancellation) => run(operationContext(contextValue, document, { ...caller, cancellation })),
                );
          return { http: rest.response.http, body: { kind: 'single', singleResult: { ...outcome } } };
        },
      };
    },
  };
}

async function outcomeOf(
  compiled: CompiledOperation,
  context: ServerContext,
  variables: Variables,
  formatError: FormatError,
): Promise<Outcome> {
  const { data, errors } = await execute(compiled, context, variables);
  const formatted = errors?.map((error) => formatError(withCode(error.toJSON()), error));
  return { ...(formatted && { errors: formatted }), data: data ?? null };
}

function withCode(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const code = formatted.extensions?.code ?? 'INTERNAL_SERVER_ERROR';
  return { ...formatted, extensions: { ...formatted.extensions, code } };
}

/** Most ways, by operation name and by the outcome of conditions, that one document is kept compiled in. */
const mostVariants = 16;
const compiledByDocument = new WeakMap<DocumentNode, Map<string, CompiledOperation>>();

function compiledFor(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  compile: (conditions: Variables) => CompiledOperation,
): CompiledOperation {
  let variants = compiledByDocument.get(document);
  if (variants === undefined) {
    variants = new Map();
    compiledByDocument.set(document, variants);
  }
  let name = operation.name?.value ?? '';
  const conditions: Record<string, unknown> = {};
  for (const variable of conditionVariables(document)) {
    conditions[variable] = variables[variable];
    name += ` ${variables[variable]}`;
  }
  let compiled = variants.get(name);
  if (compiled === undefined) {
    if (variants.size >= mostVariants) variants.clear();
    compiled = compile(conditions);
    variants.set(name, compiled);
  }
  return compiled;
}
