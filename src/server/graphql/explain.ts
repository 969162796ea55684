import type { ApolloServerPlugin, GraphQLRequestContext, GraphQLRequestListener } from '@apollo/server';
import { type DocumentNode, GraphQLError } from 'graphql';
import {
  type CallRecord,
  type Engine,
  GatewayError,
  type KeptTimes,
  type LoggedCall,
  type Plan,
  placedCalls,
  type ResponsePath,
  roundMs,
  runInTurns,
  wasMade,
} from '../../engine/engine.ts';
import type { ServerContext } from '../request/request-state.ts';
import { withCaching } from '../upstream/planned-caching.ts';
import { coerceVariables } from './variables.ts';

/** A REST call as explain shows it. */
export interface ExplainedCall extends CallRecord {
  /** The field that it is made for, as the plan names it: response names from the root, joined by dots. */
  field?: string;
  /** The field's path in the response, as errors have it; left out where the field was never resolved. */
  responsePath?: ResponsePath;
  /** The round trip in which it was made; the first is 1. */
  level: number;
  /** How many other fields of the request got their value from the same response. */
  cacheHits: number;
}

/** A request whose document Apollo has parsed; it may have no operation of the requested name. */
type ParsedContext = GraphQLRequestContext<ServerContext> & { document: DocumentNode };

/**
 * A request with `"extensions": {"explain": true}` gets `extensions.explain`: the plan before its execution, the REST calls
 * that were made for it, and their totals. Times are in milliseconds from the start of the request. With
 * `"explain": "plan"` it gets the plan alone, and nothing is executed. A client that accepts events sees the number of calls while they
 * are made. Other values are rejected. `times`: how long responses are kept, where they are.
 */
export function explain(engine: Engine, times: KeptTimes | undefined): ApolloServerPlugin<ServerContext> {
  return {
    async requestDidStart({ request }) {
      const mode = request.extensions?.explain;
      if (mode === 'plan') return planOnly(engine, times);
      if (mode === true) return planAndCalls(engine, times);
      // A client that misspells "plan" relies on nothing being executed, too.
      if (!isDeclined(mode)) return rejection('"explain" must be true, false or "plan".');
    },
  };
}

/**
 * Rejects requests for explain, where it is turned off. They are not answered without it: a client that sends a mutation with
 * `"explain": "plan"` relies on nothing being executed.
 */
export const rejectExplain: ApolloServerPlugin<ServerContext> = {
  async requestDidStart({ request }) {
    if (isDeclined(request.extensions?.explain)) return;
    return rejection('Explain is turned off. Send the request without "explain" in its extensions.');
  },
};

function isDeclined(mode: unknown): boolean {
  return mode === undefined || mode === null || mode === false;
}

function rejection(message: string): GraphQLRequestListener<ServerContext> {
  return {
    async didResolveOperation() {
      throw new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } });
    },
  };
}

function planAndCalls(engine: Engine, times: KeptTimes | undefined): GraphQLRequestListener<ServerContext> {
  const calls: LoggedCall[] = [];
  let plan: Plan | GatewayError | undefined;
  return {
    async didResolveOperation(request) {
      request.contextValue.request.caller.callLog = calls;
      request.contextValue.progress?.watch(() => ({ calls: calls.length, answered: numberMade(calls) }));
      plan = await planFor(request, engine, times);
    },
    async willSendResponse({ response, contextValue }) {
      if (response.body.kind !== 'single') return;
      const ms = roundMs(performance.now() - contextValue.request.startedAt);
      response.body.singleResult.extensions = {
        ...response.body.singleResult.extensions,
        explain: {
          plan: plan instanceof GatewayError ? null : plan,
          calls: explainedCalls(calls, plan instanceof GatewayError ? undefined : plan),
          totals: { calls: numberMade(calls), ms },
        },
      };
    },
  };
}

function numberMade(calls: readonly LoggedCall[]): number {
  return calls.filter(({ record }) => wasMade(record)).length;
}

function explainedCalls(calls: readonly LoggedCall[], plan: Plan | undefined): ExplainedCall[] {
  const explained = calls.map(explainedCall);
  const levels: number[] = [];
  for (const { index, level } of placedCalls(explained, plan ?? null)) levels[index] = level;
  return explained.map(({ field, responsePath, ...call }, i) => ({
    ...(field !== undefined && { field }),
    ...(responsePath && { responsePath }),
    level: levels[i] ?? 1,
    ...call,
  }));
}

function explainedCall({ record, origin, cacheHits }: LoggedCall): Omit<ExplainedCall, 'level'> {
  const responsePath = origin?.path;
  return {
    ...(origin && { field: origin.field }),
    ...(responsePath && { responsePath }),
    ...record,
    cacheHits,
  };
}

/** Answers with the plan, and executes nothing; where variables are invalid, Apollo answers. */
function planOnly(engine: Engine, times: KeptTimes | undefined): GraphQLRequestListener<ServerContext> {
  return {
    async responseForOperation(request) {
      const plan = await planFor(request, engine, times);
      if (plan === undefined) return null;
      const singleResult =
        plan instanceof GatewayError ? { errors: [plan.toJSON()] } : { data: null, extensions: { explain: { plan } } };
      return { http: request.response.http, body: { kind: 'single', singleResult } };
    },
  };
}

/** The plan of a request, or the error why it has none; undefined where it cannot be executed either. Made in the client's turns. */
async function planFor(
  { schema, document, operation, request, contextValue }: ParsedContext,
  engine: Engine,
  times: KeptTimes | undefined,
): Promise<Plan | GatewayError | undefined> {
  if (operation == null) return undefined;
  const coerced = coerceVariables(schema, operation, request.variables);
  if (coerced === undefined) return undefined;
  try {
    const startedAt = performance.now();
    const steps = engine.planInSteps(engine.compile(document, operation, coerced), coerced);
    const plan = await runInTurns(steps, contextValue.request.caller.client?.usage.owner);
    const { calls } = plan;
    if (calls !== null) contextValue.request.plan ??= { calls, startedAt, endedAt: performance.now() };
    return times === undefined ? plan : withCaching(plan, times);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    // A condition without a value: the execution reports it.
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}
