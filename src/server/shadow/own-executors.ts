import { type ExecutionResult, execute } from 'graphql';
import type { Engine, ObservedCall, OperationContext } from '../../engine/engine.ts';
import { type FormatError, withCode } from '../request/error-code.ts';
import { inputValuesOf } from './input-values.ts';
import { errorPlaces, type ShadowQuery, type ShadowTarget } from './shadow-target.ts';

/** All second executions use the service as one client, so that they take no share of the client's own. */
const clientName = 'shadow';

export interface OwnTargetOptions {
  readonly engine: Engine;
  /** Tells the codes of errors; it should log nothing. */
  readonly format: FormatError;
  /** Called with each REST call that has ended: no request has it. */
  readonly onCall: ((call: ObservedCall) => void) | undefined;
  /** Whether queries are executed without the cache of responses. */
  readonly readsAnew?: boolean | undefined;
}

type Run = (context: OperationContext, query: ShadowQuery) => ExecutionResult | Promise<ExecutionResult>;

/** Executes queries by `run`, with REST calls of their own. */
function ownTarget(name: string, { engine, format, onCall, readsAnew }: OwnTargetOptions, run: Run): ShadowTarget {
  return {
    name,
    execute: async (query, cancellation) => {
      const { executable, variables } = query.prepared;
      // Compiled anew: a mistake that the compiled operation holds would be in both results.
      const compiled = engine.compile(executable.document, executable.operation, variables);
      const { credentials, requestId } = query;
      const client = engine.upstream.clients.local(clientName);
      const endedCalls: ObservedCall[] = [];
      const caller = { credentials, requestId, cancellation, readsAnew, client, endedCalls };
      const context = engine.createContext(compiled, variables, caller);
      try {
        const { data, errors = [] } = await run(context, query);
        if (cancellation.isCancelled || context.budget?.end === 'memory') throw new Error('Not executed to its end.');
        const formatted = errors.map((error) => format(withCode(error.toJSON()), error));
        return { data: data ?? null, errors: errorPlaces(context.graphqlJs?.listed(formatted) ?? formatted) };
      } finally {
        context.rest.close();
        if (onCall !== undefined) for (const call of endedCalls) onCall(call);
        context.budget?.memory?.end();
      }
    },
    close: async () => {},
  };
}

/** graphql-js: the other executor. */
export function graphqlJsTarget(options: OwnTargetOptions): ShadowTarget {
  const { schema } = options.engine;
  return ownTarget('graphql-js', options, (contextValue, { prepared: { executable, variables } }) => {
    const { document, operation } = executable;
    const operationName = operation.name?.value;
    const variableValues = inputValuesOf(schema, operation, variables);
    return execute({ schema, document, operationName, variableValues, contextValue });
  });
}

/** The executor that the client's result came from. */
export function compiledTarget(options: OwnTargetOptions): ShadowTarget {
  return ownTarget('compiled', options, (context) => options.engine.execute(context));
}
