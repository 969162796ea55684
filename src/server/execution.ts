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
import type { ServerContext } from './context.ts';

type FormatError = (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError;

/**
 * Executes operations compiled, in place of graphql-js. What was compiled lives as long as Apollo keeps the document.
 * Where the variables do not fit, the operation is left to Apollo, which says so.
 */
export function compiledExecution(formatError: FormatError): ApolloServerPlugin<ServerContext> {
  return {
    async requestDidStart() {
      return {
        async responseForOperation({ schema, document, operation, request, contextValue, response }) {
          const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables ?? {});
          if (coerced.coerced === undefined) return null;
          const compiled = compiledFor(document, operation, coerced.coerced, (variables) =>
            compileOperation(schema, document, operation, variables),
          );
          const { data, errors } = await execute(compiled, contextValue, coerced.coerced);
          const formatted = errors?.map((error) => formatError(withCode(error.toJSON()), error));
          return {
            http: response.http,
            body: { kind: 'single', singleResult: { ...(formatted && { errors: formatted }), data: data ?? null } },
          };
        },
      };
    },
  };
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
