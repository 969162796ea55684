import type { RequestListener } from 'node:http';
import type { FastifyPluginAsync } from 'fastify';
import type { GraphQLSchema, ValidationRule } from 'graphql';
import { Upstream } from '../engine/http/upstream.ts';
import type { Nullability } from '../engine/sdl/print-sdl.ts';
import { organizations } from '../resources/organizations/contract.ts';
import { type FastifyPluginOptions, fastifyAdapter } from './adapters/fastify.ts';
import { fetchAdapter } from './adapters/fetch.ts';
import { type ExecuteRequest, type ExecuteResult, inProcessAdapter } from './adapters/in-process.ts';
import { nodeAdapter } from './adapters/node.ts';
import { ResponseCompression } from './compression.ts';
import { Cors } from './cors.ts';
import { startApollo } from './graphql/apollo.ts';
import { Authenticator } from './graphql/authentication.ts';
import { noIntrospection } from './graphql/disclosure.ts';
import { GraphQLEndpoint } from './graphql/endpoint.ts';
import { Executor } from './graphql/executor.ts';
import { FastPath } from './graphql/fast-path.ts';
import { formatError } from './graphql/format-error.ts';
import { varyHeader } from './graphql/headers.ts';
import { learnContentTypes } from './graphql/learn-content-types.ts';
import { createExtendedSchema } from './graphql/schema-extension.ts';
import { SdlResource } from './graphql/sdl-resource.ts';
import { HookRunner } from './hooks.ts';
import { HttpServer } from './http-server.ts';
import { LoadMonitor } from './load-monitor.ts';
import { metricsText } from './metrics/exposition.ts';
import type { MetricFamily } from './metrics/family.ts';
import { GatewayMetrics } from './metrics/gateway-metrics.ts';
import { Observers } from './observation/observers.ts';
import { RequestLog } from './observation/request-log.ts';
import { SlowOperationLog } from './observation/slow-operation-log.ts';
import { type GatewayOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import { PersistedQueries } from './persisted-queries/persisted-queries.ts';
import { createRateLimits } from './rate-limits/create.ts';
import { Readiness, type ReadinessState } from './readiness.ts';
import type { Settings } from './settings.ts';
import { createTracing } from './tracing/create.ts';
import { createTrustedDocuments, type TrustedDocumentsPart } from './trusted-documents/create.ts';
import type { DocumentsSource } from './trusted-documents/trusted-documents.ts';
import { upstreamLimits } from './upstream-limits.ts';

export interface Gateway {
  /** The executable schema, with the embedder's extension. Its resolvers work only inside the gateway. */
  schema: GraphQLSchema;
  /**
   * The SDL for tools, with the embedder's extension and all applied directives. `strict`: what `@semanticNonNull` marks is
   * non-null, for clients that throw on field errors.
   */
  sdl(nullability?: Nullability): string;
  /** Executes an operation in process. Errors are in the result; it rejects only for variables that are no JSON. */
  execute: <Data = Record<string, unknown>>(request: ExecuteRequest) => Promise<ExecuteResult<Data>>;
  /** Answers a `Request`: for Hono, route handlers of Next.js, Deno, Bun. */
  fetch: (request: Request) => Promise<Response>;
  /** Answers a request of `node:http`; also a middleware for Express. Like `fetch`, it leaves the path to its caller. */
  handler: RequestListener;
  /** A Fastify plugin: `app.register(gateway.plugin, { prefix: '/api', path: '/graphql' })`. */
  plugin: FastifyPluginAsync<FastifyPluginOptions>;
  /**
   * Starts the gateway's own server on `HOST` and `PORT` of the settings, with GraphQL, explorer and health below `BASE_PATH`.
   * Resolves to its base URL, without a slash at the end; rejects where it cannot listen.
   */
  listen(): Promise<string>;
  /** For several processes: another one has ended a write, so that later reads must not share earlier calls. */
  invalidateReads(): void;
  /**
   * Metrics of this gateway and its process in the text format of Prometheus, for an embedder's own server. Empty where
   * neither `METRICS` nor `METRICS_PORT` is set.
   */
  metrics(): Promise<string>;
  /** The same as plain JSON: for several processes, whose metrics become one text. */
  collectMetrics(): MetricFamily[];
  /** Whether requests should be sent to this gateway, for a health check of the embedder: what `/readyz` tells. Never rejects. */
  readiness(): Promise<ReadinessState>;
  /**
   * From now on `readiness` and `/readyz` tell that the gateway is not ready; requests are still handled. Call it some seconds
   * before `close`, so that load balancers notice before the gateway stops listening.
   */
  announceShutdown(): void;
  /**
   * Replaces the trusted documents by those of the path or object, or by what is now at the path that they came from. Documents
   * with the same text stay compiled. Rejects where one of them is invalid, or where none are trusted; nothing is then changed.
   */
  reloadTrustedDocuments(documents?: DocumentsSource): Promise<void>;
  /** Stops listening, waits for the requests in flight, and closes all connections. May be called again. */
  close(): Promise<void>;
}

/**
 * Creates a gateway: GraphQL over the REST service at `upstreamUrl`. Throws a TypeError for unknown options, and an Error
 * where `typeDefs` and `resolvers` do not fit the schema, or where a trusted document is invalid. Close it to end its
 * connections.
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const resolved = resolveOptions(options);
  const { settings, logger, explorerHeaders, explorerSandbox } = resolved;
  const { maxBodyBytes } = settings;
  const schema = createExtendedSchema(resolved);
  const trusted = await createTrustedDocuments(resolved.trustedDocuments, {
    schema,
    limits: settings,
    validationRules: validationRulesOf(settings),
    compiles: isCompiled(resolved),
    logger,
  });
  const upstream = createUpstream(resolved);
  const load = new LoadMonitor({ limits: settings, logger });
  const readiness = new Readiness(upstream, load);
  const persistedQueries = new PersistedQueries(settings, logger);
  const sdl = new SdlResource(schema, settings.introspection);
  const metrics = settings.metrics || settings.metricsPort !== undefined ? new GatewayMetrics(settings) : undefined;
  const observers = createObservers(resolved, metrics);
  const parts = { upstream, load, sdl, observers, metrics, trusted, persistedQueries };
  const endpoint = await createEndpoint(resolved, schema, parts);
  const isClosing = () => closing !== undefined;
  const handler = nodeAdapter({ endpoint, maxBodyBytes, isClosing });
  const trustedDocuments = trusted?.mode;
  const collectMetrics = (): MetricFamily[] => {
    observers.recordEnded();
    const sources = {
      upstream,
      requests: () => endpoint.inFlight,
      connections: () => server.connections,
      isOverloaded: () => load.isOverloaded,
    };
    return metrics?.collect(sources) ?? [];
  };
  const readOwn = () => metricsText([collectMetrics()]);
  const server: HttpServer = new HttpServer({
    settings,
    schema,
    logger,
    observers,
    readiness,
    handler,
    explorerHeaders,
    explorerSandbox,
    readMetrics: settings.metrics ? (resolved.readMetrics ?? readOwn) : undefined,
    isClosing,
    trustedDocuments,
  });
  let closing: Promise<void> | undefined;
  const close = async () => {
    await server.close();
    await endpoint.close();
    await persistedQueries.close();
    await upstream.close();
    load.close();
    await observers.close();
    metrics?.close();
  };
  return {
    schema,
    sdl: (nullability) => sdl.text(nullability),
    execute: inProcessAdapter(endpoint),
    fetch: fetchAdapter(endpoint, maxBodyBytes),
    handler,
    plugin: fastifyAdapter(endpoint, maxBodyBytes),
    listen: () => server.listen(),
    invalidateReads: () => upstream.invalidateReads(),
    metrics: readOwn,
    collectMetrics,
    readiness: () => readiness.check(),
    announceShutdown: () => readiness.announceShutdown(),
    reloadTrustedDocuments: async (documents = resolved.trustedDocuments?.documents) => {
      if (trusted === undefined || documents === undefined) throw new TypeError('No documents are trusted.');
      await trusted.documents.reload(documents);
    },
    close: () => {
      readiness.announceShutdown();
      closing ??= close();
      return closing;
    },
  };
}

function createUpstream({ settings, upstreamUrl, onWriteEnded, logger }: ResolvedOptions): Upstream {
  return new Upstream({
    url: upstreamUrl,
    ...upstreamLimits(settings),
    sharing: settings.shareCalls,
    probePath: `${organizations.list.path}?limit=1`,
    onWriteEnded,
    onFailure: (failure) =>
      logger.warn(
        failure,
        failure.code === undefined ? 'the REST service failed' : 'the REST service cannot be reached',
      ),
    onCircuitChange: (isOpen) => {
      if (isOpen) logger.error('the REST service is down: calls fail at once until it responds again');
      else logger.info('the REST service responds again');
    },
  });
}

/** All that observes requests. */
function createObservers(
  { settings, upstreamUrl, logger, hooks }: ResolvedOptions,
  metrics: GatewayMetrics | undefined,
): Observers {
  const { slowOperationMs } = settings;
  const optional = [
    slowOperationMs > 0 ? new SlowOperationLog(slowOperationMs, logger) : undefined,
    createTracing(settings, upstreamUrl, logger),
    metrics?.requests,
  ].filter((observer) => observer !== undefined);
  return new Observers([new RequestLog(logger), new HookRunner(hooks, logger), ...optional], logger);
}

function validationRulesOf({ introspection }: Settings): readonly ValidationRule[] {
  return introspection ? [] : [noIntrospection];
}

/** Whether operations are executed compiled, and not by graphql-js. */
function isCompiled({ settings, plugins }: ResolvedOptions): boolean {
  return settings.executor === 'compiled' && plugins.length === 0;
}

interface EndpointParts {
  upstream: Upstream;
  load: LoadMonitor;
  sdl: SdlResource;
  observers: Observers;
  metrics: GatewayMetrics | undefined;
  trusted: TrustedDocumentsPart | undefined;
  persistedQueries: PersistedQueries;
}

async function createEndpoint(
  resolved: ResolvedOptions,
  schema: GraphQLSchema,
  { upstream, load, sdl, observers, metrics, trusted, persistedQueries }: EndpointParts,
): Promise<GraphQLEndpoint> {
  const { settings, logger, authenticate, plugins } = resolved;
  const needsProof = settings.upstreamToken !== undefined;
  const formatPlain = formatError(logger, settings);
  const format = metrics?.counting(formatPlain) ?? formatPlain;
  const validationRules = validationRulesOf(settings);
  const executor = isCompiled(resolved)
    ? new Executor({
        schema,
        upstream,
        formatError: format,
        limits: settings,
        coalesces: settings.shareOperations,
        validationRules,
      })
    : undefined;
  const apollo = await startApollo({
    schema,
    upstream,
    logger,
    formatError: format,
    limits: settings,
    executor,
    validationRules,
    explains: settings.explain,
    plugins,
    trusted,
    persistedQueries,
  });
  const fastPath = executor && new FastPath(executor, needsProof);
  if (trusted !== undefined && fastPath !== undefined) await learnContentTypes(apollo, fastPath);
  return new GraphQLEndpoint({
    apollo,
    limits: settings,
    fastPath,
    needsProof,
    varyHeader: varyHeader(settings),
    authenticator: new Authenticator(settings, authenticate, observers.callHeaders, logger),
    observers,
    load,
    rateLimits: await createRateLimits(settings, logger),
    cors: Cors.create(settings),
    compression: settings.compression ? new ResponseCompression() : undefined,
    sdl,
    admission: trusted?.admission,
    hasPlugins: plugins.length > 0,
    logger,
  });
}
