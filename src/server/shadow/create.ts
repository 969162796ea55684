import { type ExecutionResult, execute } from 'graphql';
import { type Logger, pino } from 'pino';
import type { Engine, ObservedCall, OperationContext } from '../../engine/engine.ts';
import { formatError } from '../graphql/format-error.ts';
import { type FormatError, withCode } from '../request/error-code.ts';
import type { Settings } from '../settings/settings.ts';
import { inputValuesOf } from './input-values.ts';
import { Shadow } from './shadow.ts';
import { ShadowReport } from './shadow-report.ts';
import { errorPlaces, type ShadowQuery, type ShadowTarget } from './shadow-target.ts';
import { UrlTarget } from './url-target.ts';

interface ShadowParts {
  readonly engine: Engine;
  readonly logger: Logger;
  readonly isOverloaded: () => boolean;
  readonly onCall: OwnTargetOptions['onCall'];
}

/** The second executions of the settings; undefined where they are off. */
export function createShadow(
  settings: Settings,
  { engine, logger, isOverloaded, onCall }: ShadowParts,
): Shadow | undefined {
  const { shadowShare: share, shadowConcurrency: concurrency, shadowQueue: maxQueue } = settings;
  if (share === 0) return undefined;
  // The errors of second executions are compared, and not logged.
  const format = formatError(pino({ level: 'silent' }), settings, engine.schema);
  const other = urlTarget(settings, engine);
  // Both executors of this process use the same kept responses. Another build has the present data of the service.
  const own = compiledTarget({ engine, format, onCall, readsAnew: other !== undefined });
  const target = other ?? graphqlJsTarget({ engine, format, onCall });
  return new Shadow({
    target,
    own,
    report: new ShadowReport(target.name, logger),
    share,
    concurrency,
    maxQueue,
    timeoutMs: settings.shadowTimeout,
    maxSize: settings.shadowMaxBytes,
    isOverloaded,
  });
}

function urlTarget(settings: Settings, { schema }: Engine): ShadowTarget | undefined {
  const { shadowUrl: url, shadowMaxBytes, shadowConcurrency: connections, shadowTimeout: timeoutMs } = settings;
  if (url === undefined) return undefined;
  const ownHeaders = new Set(Object.keys(settings.upstreamHeaders ?? {}).map((name) => name.toLowerCase()));
  const ownAuthorization = settings.upstreamToken && `Bearer ${settings.upstreamToken}`;
  // Names of fields and errors may make a response larger than the result that is compared.
  const maxBytes = 4 * shadowMaxBytes;
  return new UrlTarget({ url, schema, connections, timeoutMs, ownHeaders, ownAuthorization, maxBytes });
}

/** All second executions use the service as one client, so that they take no share of the client's own. */
const clientName = 'shadow';

interface OwnTargetOptions {
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
function graphqlJsTarget(options: OwnTargetOptions): ShadowTarget {
  const { schema } = options.engine;
  return ownTarget('graphql-js', options, (contextValue, { prepared: { executable, variables } }) => {
    const { document, operation } = executable;
    const operationName = operation.name?.value;
    const variableValues = inputValuesOf(schema, operation, variables);
    return execute({ schema, document, operationName, variableValues, contextValue });
  });
}

/** The executor that the client's result came from. */
function compiledTarget(options: OwnTargetOptions): ShadowTarget {
  return ownTarget('compiled', options, (context) => options.engine.execute(context));
}
