import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError, type ValidationRule } from 'graphql';
import type { Logger } from 'pino';
import { type Engine, GatewayError, type KeptTimes, unsupportedOperation } from '../../engine/engine.ts';
import type { PersistedQueries } from '../admission/persisted-queries/persisted-queries.ts';
import type { TrustedDocumentsPart } from '../admission/trusted-documents/create.ts';
import type { ValidDocuments } from '../documents/valid-documents.ts';
import { apolloLogger } from '../observation/logs/logs.ts';
import { isConfirmed } from '../request/confirmed-client.ts';
import type { FormatError } from '../request/error-code.ts';
import type { ServerContext } from '../request/request-state.ts';
import { statusForLegacyClients } from './csrf.ts';
import { compiledExecution, type Executor, executionContext } from './executor.ts';
import { explain, rejectExplain } from './explain.ts';
import { ResultSerializer } from './stringify-result.ts';
import { coerceVariables, errorsInVariables } from './variables.ts';

export interface ApolloOptions {
  engine: Engine;
  logger: Logger;
  formatError: FormatError;
  /** Undefined where graphql-js executes all operations. */
  executor: Executor | undefined;
  /** Applied in addition to those of the specification. */
  validationRules: readonly ValidationRule[];
  /** Whether clients may request `extensions.explain`. */
  explains: boolean;
  /** How long responses are kept; undefined where they are not. */
  keptTimes: KeptTimes | undefined;
  /** The embedder's plugins. */
  plugins: readonly ApolloServerPlugin<ServerContext>[];
  trusted: TrustedDocumentsPart | undefined;
  persistedQueries: PersistedQueries;
  documents: ValidDocuments;
}

/** Starts the Apollo Server that answers what the fast path does not. */
export async function startApollo(options: ApolloOptions): Promise<ApolloServer<ServerContext>> {
  const { engine, logger, formatError, executor, validationRules, explains, keptTimes, plugins } = options;
  const { trusted, persistedQueries, documents } = options;
  const { schema, limits } = engine;
  const results = new ResultSerializer(limits.maxResponseBytes);
  const apollo = new ApolloServer<ServerContext>({
    schema,
    // A rule of ours rejects introspection where it is turned off, as Apollo's names Apollo's own options.
    introspection: true,
    validationRules: [...validationRules],
    persistedQueries: trusted?.mode === 'enforce' ? false : { cache: persistedQueries },
    // With a store of documents, Apollo would print the schema once more, for a hash of it in their keys.
    documentStore: null,
    includeStacktraceInErrorResponses: false,
    formatError,
    logger: apolloLogger(logger),
    // The embedder stops the gateway; Apollo must not listen for signals of its own.
    stopOnTerminationSignals: false,
    stringifyResult: results.stringify,
    plugins: [
      ...defaultsOff(plugins),
      keepDocuments(documents),
      rejectMissingRootType,
      requestLimits(engine, formatError),
      executionContext(engine),
      explains ? explain(engine, keptTimes) : rejectExplain,
      ...(executor === undefined ? [] : [compiledExecution(executor)]),
      statusForLegacyClients,
      ...plugins,
      recordResult(results),
      sharePersistedQueries(persistedQueries),
    ],
  });
  await apollo.start();
  return apollo;
}

/** Turns off what Apollo would install by itself, unless the embedder has configured it. */
function defaultsOff(plugins: readonly ApolloServerPlugin<ServerContext>[]): ApolloServerPlugin[] {
  const configured = new Set(plugins.map(internalId));
  return [
    ApolloServerPluginCacheControlDisabled(),
    ApolloServerPluginInlineTraceDisabled(),
    ApolloServerPluginLandingPageDisabled(),
    ApolloServerPluginSchemaReportingDisabled(),
    ApolloServerPluginUsageReportingDisabled(),
  ].filter((plugin) => !configured.has(internalId(plugin)));
}

/** The id by which Apollo knows its own plugins; undefined for all others. */
function internalId(plugin: object): unknown {
  return '__internal_plugin_id__' in plugin ? plugin.__internal_plugin_id__ : Symbol();
}

/** Gives Apollo the documents that need not be parsed and validated again, and keeps those that it has. */
function keepDocuments(documents: ValidDocuments): ApolloServerPlugin<ServerContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveSource(context) {
          const { queryHash: hash, contextValue } = context;
          const { valid } = contextValue.request;
          const document = valid?.hash === hash ? valid.document : documents.withHash(hash);
          if (document !== undefined) Object.assign(context, { document });
        },
        async didResolveOperation({ queryHash: hash, document }) {
          documents.add({ hash, document });
        },
      };
    },
  };
}

/**
 * Rejects an operation whose root type the schema lacks, such as a subscription: validation does not, and graphql-js finds
 * it during execution, where it looks like a fault of the gateway.
 */
const rejectMissingRootType: ApolloServerPlugin<ServerContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, operation }) {
        if (operation == null || schema.getRootType(operation.operation) != null) return;
        throw new GraphQLError(unsupportedOperation(operation.operation), {
          nodes: operation,
          extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
        });
      },
    };
  },
};

/** Notes in the request what became of it, after all other plugins. */
function recordResult(results: ResultSerializer): ApolloServerPlugin<ServerContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ contextValue: { request }, operation, queryHash, response: { body } }) {
          const { rejection, invalid } = request;
          if (rejection === undefined && invalid === undefined) request.operation = operation;
          if (request.operation != null) request.hash ??= queryHash;
          const single = body.kind === 'single' ? body.singleResult : undefined;
          request.result = { data: single?.data, errors: single?.errors };
          results.note(single?.data, request);
        },
      };
    },
  };
}

/** Shares the text of a persisted query that the REST service has answered, after its result is recorded: anyone can register others. */
function sharePersistedQueries(persistedQueries: PersistedQueries): ApolloServerPlugin<ServerContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ contextValue: { request }, metrics, queryHash, source }) {
          const isNew = metrics.persistedQueryRegister === true && queryHash !== undefined && source !== undefined;
          // Nobody waits for Redis.
          if (isNew && isConfirmed(request)) void persistedQueries.share(queryHash, source);
        },
      };
    },
  };
}

/** Rejects requests whose documents the endpoint has rejected, and operations that need too many calls. */
function requestLimits(engine: Engine, formatError: FormatError): ApolloServerPlugin<ServerContext> {
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
            if (!(error instanceof GatewayError)) throw error;
            contextValue.request.operation = operation;
            contextValue.request.rejection = error;
            throw asRequestError(error);
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
