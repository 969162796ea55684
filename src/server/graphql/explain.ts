import type { ApolloServerPlugin, GraphQLRequestContext, GraphQLRequestListener } from '@apollo/server';
import { type DocumentNode, GraphQLError, getVariableValues } from 'graphql';
import type { CallRecord } from '../../engine/http/client.ts';
import { GatewayError } from '../../engine/http/errors.ts';
import type { Plan } from '../../engine/operation/call-tree.ts';
import { compileOperation } from '../../engine/operation/compile.ts';
import { planCalls } from '../../engine/operation/cost-plan.ts';
import { operationContext, type ServerContext } from './context.ts';

/** A request whose document Apollo has parsed; it may have no operation of the name that is asked for. */
type Resolved = GraphQLRequestContext<ServerContext> & { document: DocumentNode };

/**
 * A request with `"extensions": {"explain": true}` gets `extensions.explain`: what was planned before its execution, the
 * REST calls that were made for it, and their totals. Times are in milliseconds from the start of the request. With
 * `"explain": "plan"` it gets the plan alone, and nothing is executed.
 */
export const explain: ApolloServerPlugin<ServerContext> = {
  async requestDidStart({ request }) {
    const wanted = request.extensions?.explain;
    if (wanted === 'plan') return planning;
    return wanted === true ? explaining() : plain;
  },
};

const plain: GraphQLRequestListener<ServerContext> = {
  async didResolveOperation(request) {
    prepare(request);
  },
};

function explaining(): GraphQLRequestListener<ServerContext> {
  const calls: CallRecord[] = [];
  let plan: Plan | GatewayError | undefined;
  return {
    async didResolveOperation(request) {
      prepare(request, calls);
      plan = planFor(request);
    },
    async willSendResponse({ response, contextValue }) {
      if (response.body.kind !== 'single') return;
      const ms = Math.round((performance.now() - contextValue.startedAt) * 100) / 100;
      response.body.singleResult.extensions = {
        ...response.body.singleResult.extensions,
        explain: { plan: plan instanceof GatewayError ? null : plan, calls, totals: { calls: calls.length, ms } },
      };
    },
  };
}

/** Answers the plan, and executes nothing; where the variables do not fit, Apollo says so. */
const planning: GraphQLRequestListener<ServerContext> = {
  ...plain,
  async responseForOperation(request) {
    const plan = planFor(request);
    if (plan === undefined) return null;
    const singleResult =
      plan instanceof GatewayError ? { errors: [plan.toJSON()] } : { data: null, extensions: { explain: { plan } } };
    return { http: request.response.http, body: { kind: 'single', singleResult } };
  },
};

/** Makes the request's context that of its operation, whose calls are noted in the callLog. */
function prepare({ contextValue, document, schema, operation, request }: Resolved, callLog?: CallRecord[]): void {
  if (operation == null) return;
  const caller = { ...contextValue.caller, callLog };
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables ?? {});
  Object.assign(contextValue, { caller }, operationContext(contextValue, schema, document, operation, coerced, caller));
}

/** The plan of a request, or why it is not planned; undefined where it can't be executed either. */
function planFor({ schema, document, operation, request }: Resolved): Plan | GatewayError | undefined {
  if (operation == null) return undefined;
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables ?? {});
  if (coerced === undefined) return undefined;
  try {
    return planCalls(compileOperation(schema, document, operation, coerced), coerced);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    // A condition without a value: the execution reports it.
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}
