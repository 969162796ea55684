import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { GatewayError } from '../../engine/http/errors.ts';
import { compileOperation } from '../../engine/operation/compile.ts';
import type { OperationLimits } from '../../engine/operation/default-limits.ts';
import { checkPlannedCalls } from '../../engine/operation/plan-limit.ts';
import type { ServerContext } from './context.ts';
import { coerceVariables, errorInLargeVariables } from './variables.ts';

/** Rejects requests that exceed a limit: documents that the endpoint has checked, and operations that need too many calls. */
export function requestLimits(limits: OperationLimits): ApolloServerPlugin<ServerContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ contextValue, schema, document, operation, request }) {
          const { rejection } = contextValue.request;
          if (rejection !== undefined) throw asRequestError(rejection);
          if (operation == null) return;
          const invalid = errorInLargeVariables(schema, operation, request.variables);
          if (invalid !== undefined) throw invalid;
          if (limits.maxPlannedCalls === 0) return;
          const coerced = coerceVariables(schema, operation, request.variables);
          if (coerced === undefined || schema.getRootType(operation.operation) == null) return;
          const compiled = compileOperation(schema, document, operation, coerced, limits.maxFields);
          try {
            const startedAt = performance.now();
            const calls = checkPlannedCalls(compiled, coerced, limits);
            if (calls !== undefined) contextValue.request.plan = { calls, startedAt, endedAt: performance.now() };
          } catch (error) {
            throw error instanceof GatewayError ? asRequestError(error) : error;
          }
        },
      };
    },
  };
}

/** Apollo answers with status 400, or with what older clients get in its place. */
function asRequestError({ message, extensions }: GatewayError): GraphQLError {
  return new GraphQLError(message, { extensions: { ...extensions, http: { status: 400 } } });
}
