import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { type Engine, GatewayError } from '../../engine/engine.ts';
import type { FormatError } from '../request/error-code.ts';
import type { ServerContext } from '../request/request-state.ts';
import { coerceVariables, errorsInVariables } from './variables.ts';

/** Rejects requests whose documents the endpoint has rejected, and operations that need too many calls. */
export function requestLimits(engine: Engine, formatError: FormatError): ApolloServerPlugin<ServerContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ contextValue, schema, document, operation, request }) {
          const { rejection, invalid } = contextValue.request;
          if (rejection !== undefined) throw asRequestError(rejection);
          if (invalid !== undefined) return;
          if (operation == null) return;
          const { owner } = contextValue.request.caller.client?.usage ?? {};
          const errors = await errorsInVariables(schema, operation, request.variables, owner);
          if (errors !== undefined) {
            contextValue.request.invalid = { errors };
            return;
          }
          if (engine.limits.maxPlannedCalls === 0) return;
          const coerced = coerceVariables(schema, operation, request.variables);
          if (coerced === undefined || schema.getRootType(operation.operation) == null) return;
          const compiled = engine.compile(document, operation, coerced);
          try {
            const startedAt = performance.now();
            const calls = engine.checkPlannedCalls(compiled, coerced);
            if (calls !== undefined) contextValue.request.plan = { calls, startedAt, endedAt: performance.now() };
          } catch (error) {
            throw error instanceof GatewayError ? asRequestError(error) : error;
          }
        },
        async responseForOperation(context) {
          const { invalid } = context.contextValue.request;
          if (invalid === undefined) return null;
          // Apollo notes its own errors there for other plugins.
          Object.assign(context, { errors: invalid.errors });
          const errors = invalid.errors.map((error) => formatError(error.toJSON(), error));
          const { headers } = context.response.http;
          return { http: { status: 400, headers }, body: { kind: 'single', singleResult: { errors } } };
        },
      };
    },
  };
}

/** Apollo answers with status 400, or with what older clients get in its place. */
function asRequestError({ message, extensions }: GatewayError): GraphQLError {
  return new GraphQLError(message, { extensions: { ...extensions, http: { status: 400 } } });
}
