import type { IncomingMessage, RequestListener } from 'node:http';
import type { FastifyPluginAsync } from 'fastify';
import type { GraphQLSchema, ValidationRule } from 'graphql';
import {
  createEngine,
  type Engine,
  type InvalidRecords,
  Memory,
  type SdlForm,
  Upstream,
  type UpstreamRoute,
} from '../engine/engine.ts';
import { entities, restContract } from '../resources/contract.ts';
import { organizations } from '../resources/organizations/contract.ts';
import { type Authenticate, Authenticator } from './admission/authentication.ts';
import { knownUsers } from './admission/known-users.ts';
import { LoadMonitor } from './admission/load-monitor.ts';
import { PersistedQueries } from './admission/persisted-queries/persisted-queries.ts';
import { AddressAdmission } from './admission/rate-limits/address-admission.ts';
import { ClientPlaces } from './admission/rate-limits/client-places.ts';
import { createRateLimits } from './admission/rate-limits/create.ts';
import type { RateLimits } from './admission/rate-limits/rate-limits.ts';
import { createTrustedDocuments, type TrustedDocumentsPart } from './admission/trusted-documents/create.ts';
import type { LoadedDocuments } from './admission/trusted-documents/loaded-documents.ts';
import type { DocumentsSource } from './admission/trusted-documents/trusted-documents.ts';
import { DocumentCheck } from './documents/document-check.ts';
import { ValidDocuments } from './documents/valid-documents.ts';
import { startApollo } from './graphql/apollo.ts';
import { noIntrospection } from './graphql/disclosure.ts';
import { GraphQLEndpoint } from './graphql/endpoint.ts';
import { Executor } from './graphql/executor.ts';
import { FastPath } from './graphql/fast-path.ts';
import { formatError } from './graphql/format-error.ts';
import { KeptResults } from './graphql/kept-results.ts';
import { learnContentTypes } from './graphql/learn-content-types.ts';
import { RequestStart } from './graphql/request-start.ts';
import { createExtendedSchema } from './graphql/schema-extension.ts';
import { SdlResource } from './graphql/sdl-resource.ts';
import { ResponseCompression } from './http/compression.ts';
import { Cors } from './http/cors.ts';
import { varyHeader } from './http/headers.ts';
import { ContractDrift } from './observation/drift/contract-drift.ts';
import { HookRunner } from './observation/hooks.ts';
import { RequestLog } from './observation/logs/request-log.ts';
import { SlowOperationLog } from './observation/logs/slow-operation-log.ts';
import { metricsText } from './observation/metrics/exposition.ts';
import type { MetricFamily } from './observation/metrics/family.ts';
import { GatewayMetrics } from './observation/metrics/gateway-metrics.ts';
import { Observers } from './observation/observers.ts';
import { createTracing, type Tracing } from './observation/tracing/create.ts';
import { type GatewayOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import { packageVersion } from './runtime/package-root.ts';
import type { Settings } from './settings/settings.ts';
import { createShadow } from './shadow/create.ts';
import type { Shadow } from './shadow/shadow.ts';
import { shadowFamilies } from './shadow/shadow-report.ts';
import { type FastifyPluginOptions, fastifyAdapter } from './transport/adapters/fastify.ts';
import { type FetchInfo, fetchAdapter } from './transport/adapters/fetch.ts';
import { type ExecuteRequest, type ExecuteResult, inProcessAdapter } from './transport/adapters/in-process.ts';
import { nodeAdapter } from './transport/adapters/node.ts';
import { PendingBodies } from './transport/adapters/pending-bodies.ts';
import { HttpServer } from './transport/http-server.ts';
import { Readiness, type ReadinessState } from './transport/readiness.ts';
import { cacheOptions, invalidate, invalidateEverywhere, keptTimes, writeEndedElsewhere } from './upstream/cache.ts';
import { createSharedCache, type SharedCache } from './upstream/shared-cache/create.ts';
import { upstreamLimits } from './upstream/upstream-limits.ts';
import { upstreamRoute } from './upstream/upstream-route.ts';

export interface Gateway {
  /** The executable schema, with the embedder's extension. Its resolvers work only inside the gateway. */
  schema: GraphQLSchema;
  /**
   * The SDL for tools, with the embedder's extension and all applied directives. `strict`: what `@semanticNonNull` marks is
   * non-null, for clients that throw on field errors. `2018`: for tools that know only the specification of June 2018.
   */
  sdl(form?: SdlForm): string;
  /** Executes an operation in process. Errors are in the result; it rejects only for variables that are no JSON. */
  execute: <Data = Record<string, unknown>>(request: ExecuteRequest) => Promise<ExecuteResult<Data>>;
  /** Answers a `Request`: for Hono, route handlers of Next.js, Deno, Bun. */
  fetch: (request: Request, info?: FetchInfo) => Promise<Response>;
  /** Answers a request of `node:http`; also a middleware for Express. Like `fetch`, it leaves the path to its caller. */
  handler: RequestListener;
  /** A Fastify plugin: `app.register(gateway.plugin, { prefix: '/api', path: '/graphql' })`. */
  plugin: FastifyPluginAsync<FastifyPluginOptions>;
  /**
   * Starts the gateway's own server on `HOST` and `PORT` of the settings, with GraphQL, explorer and health below `BASE_PATH`.
   * Resolves to its base URL, without a slash at the end; rejects where it cannot listen.
   */
  listen(): Promise<string>;
  /**
   * For several processes: another one has ended a write, so that later reads must not get earlier responses: those with the records
   * that it has changed, or all. What both share in Redis is invalidated already. Throws a TypeError for an unknown type.
   */
  invalidateReads(records?: InvalidRecords): void;
  /**
   * The records have changed without this gateway: no later read gets an earlier response that holds them, or that is below their
   * path. Without records, or where responses are not tagged with a type's records, everything is invalidated. Throws a
   * TypeError for an unknown type.
   */
  invalidate(records?: InvalidRecords): Promise<void>;
  /**
   * Metrics of this gateway and its process in the text format of Prometheus, for an embedder's own server. Empty where
   * none of `METRICS`, `METRICS_PORT` and `ADMIN_PORT` is set.
   */
  metrics(): Promise<string>;
  /** The same as plain JSON: for several processes, whose metrics become one text. */
  collectMetrics(): MetricFamily[];
  /** Whether requests should be sent to this gateway, for a health check of the embedder: what `/readyz` tells. Never rejects. */
  readiness(): Promise<ReadinessState>;
  /**
   * From now on `readiness` and `/readyz` tell that the gateway is not ready, and responses close the connections that are open; requests
   * are still handled. Call it some seconds before `close`, so that load balancers notice before the gateway stops listening.
   */
  announceShutdown(): void;
  /**
   * Replaces the trusted documents by those of the path or object, or by what is now at the path that they came from. Documents
   * with the same text stay compiled. Rejects where one of them is invalid, or where none are trusted; nothing is then changed.
   */
  reloadTrustedDocuments(documents?: DocumentsSource): Promise<void>;
  /** Which trusted documents are in use; undefined where none are trusted. */
  trustedDocuments(): LoadedDocuments | undefined;
  /** Stops listening, waits for the requests in flight, and closes all connections. May be called again. */
  close(): Promise<void>;
}

/**
 * Creates a gateway: GraphQL over the REST service at `upstreamUrl`. Throws a TypeError for unknown options, and an Error
 * where `typeDefs` and `resolvers` do not fit the schema, or where a trusted document or a file with certificates is invalid. Close it to end its
 * connections.
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const resolved = resolveOptions(options);
  const { settings, logger, explorerHeaders, explorerSandbox } = resolved;
  const { maxBodyBytes } = settings;
  const route = await upstreamRoute(resolved.upstreamUrl, settings);
  const schema = createExtendedSchema(resolved);
  const metrics = hasMetrics(settings) ? new GatewayMetrics(settings) : undefined;
  const tracing = createTracing(settings, resolved.upstreamUrl, logger);
  const observers = createObservers(resolved, tracing, metrics);
  const sharedCache = await createSharedCache(settings, logger);
  const drift = createDrift(resolved);
  const upstream = createUpstream(resolved, route, { observers, sharedCache, drift });
  await sharedCache?.settled();
  const memory = new Memory(settings.maxWorkBytes);
  const engine = createEngine({ contract: restContract, schema, upstream, limits: settings, memory });
  const trusted = await createTrustedDocuments(resolved.trustedDocuments, {
    engine,
    validationRules: validationRulesOf(settings),
    compiles: isCompiled(resolved),
    logger,
    trustedProxies: settings.trustedProxies,
  });
  const load = new LoadMonitor({ limits: settings, logger });
  const readiness = new Readiness(load, settings.readinessChecksService ? upstream : undefined);
  const persistedQueries = new PersistedQueries(settings, logger);
  const sdl = new SdlResource(schema, settings.introspection);
  const rateLimits = await createRateLimits(settings, logger);
  const places = new ClientPlaces(upstream, settings);
  const shadow = isCompiled(resolved)
    ? createShadow(settings, { engine, logger, isOverloaded: () => load.isOverloaded })
    : undefined;
  const parts = { shadow, load, memory, places, sdl, observers, metrics, trusted, persistedQueries, rateLimits };
  const endpoint = await createEndpoint(resolved, engine, parts);
  const isClosing = (request: IncomingMessage) => readiness.isShutdownAnnounced && server.closes(request);
  const bodies = new PendingBodies(settings.maxPendingBodyBytes);
  const addresses = new AddressAdmission(settings, places);
  const adapterOptions = { endpoint, maxBodyBytes, memory, bodies, addresses, isClosing };
  const handler = nodeAdapter(adapterOptions);
  const trustedDocuments = trusted?.mode;
  const collectMetrics = (): MetricFamily[] => {
    observers.recordEnded();
    const sources = {
      upstream,
      redisErrors: sharedCache?.errors,
      requests: () => endpoint.inFlight,
      connections: () => server.connections,
      isOverloaded: () => load.isOverloaded,
      operations: {
        version: settings.otelResourceAttributes?.['service.version'] ?? packageVersion(),
        redis: {
          rate_limits: rateLimits?.isRedisUp,
          persisted_queries: persistedQueries.isRedisUp,
          cache: sharedCache?.isUp,
        },
        documents: trusted?.documents.status,
        unknownDocuments: trusted?.admission.unknownDocuments,
        droppedSpans: tracing?.droppedSpans ?? 0,
      },
    };
    return metrics === undefined
      ? []
      : [...metrics.collect(sources), ...(drift?.families ?? []), ...(shadow?.families ?? shadowFamilies())];
  };
  const readOwn = () => metricsText([collectMetrics()]);
  const server: HttpServer = new HttpServer({
    settings,
    engine,
    logger,
    observers,
    readiness,
    handler,
    admit: (source) => endpoint.admit(source),
    changes: {
      invalidate: (records) => invalidateEverywhere(upstream, restContract, records, resolved.onWriteEnded),
      mapping: resolved.webhook,
    },
    explorerHeaders,
    explorerSandbox,
    readMetrics: settings.metrics ? (resolved.readMetrics ?? readOwn) : undefined,
    isClosing,
    trustedDocuments,
  });
  let closing: Promise<void> | undefined;
  const announceShutdown = () => {
    readiness.announceShutdown();
    server.announceShutdown();
  };
  const close = async () => {
    await server.close();
    await endpoint.close();
    await shadow?.close();
    await persistedQueries.close();
    await upstream.close();
    sharedCache?.close();
    load.close();
    await observers.close();
    metrics?.close();
  };
  return {
    schema,
    sdl: (form) => sdl.text(form),
    execute: inProcessAdapter(endpoint),
    fetch: fetchAdapter(adapterOptions),
    handler,
    plugin: fastifyAdapter(adapterOptions),
    listen: () => server.listen(),
    invalidateReads: (records) => writeEndedElsewhere(upstream, restContract, records),
    invalidate: (records) => invalidate(upstream, restContract, records).then(() => {}),
    metrics: readOwn,
    collectMetrics,
    readiness: () => readiness.check(),
    announceShutdown,
    reloadTrustedDocuments: async (documents = resolved.trustedDocuments?.documents) => {
      if (trusted === undefined || documents === undefined) throw new TypeError('No documents are trusted.');
      await trusted.documents.reload(documents);
    },
    trustedDocuments: () => trusted?.documents.loaded,
    close: () => {
      announceShutdown();
      closing ??= close();
      return closing;
    },
  };
}

interface UpstreamParts {
  observers: Observers;
  sharedCache: SharedCache | undefined;
  drift: ContractDrift | undefined;
}

function createUpstream(
  { settings, upstreamUrl, onWriteEnded, logger }: ResolvedOptions,
  route: UpstreamRoute,
  { observers, sharedCache, drift }: UpstreamParts,
): Upstream {
  return new Upstream({
    url: upstreamUrl,
    route,
    ...upstreamLimits(settings),
    sharing: settings.shareCalls,
    cache: cacheOptions(settings, observers.callHeaders, sharedCache?.options),
    probePath: `${organizations.list.path}?limit=1`,
    onWriteEnded,
    responses: drift,
    onFailure: (failure) =>
      logger.warn(
        failure,
        failure.code === undefined ? 'the REST service failed' : 'the REST service cannot be reached',
      ),
    onEjectionChange: ({ isEjected, ...usage }) => {
      if (isEjected) logger.warn(usage, 'an address of the REST service gets no calls: they fail there in a row');
      else logger.info(usage, 'an address of the REST service gets calls again');
    },
    onCircuitChange: (isOpen) => {
      if (isOpen) logger.error('the REST service is down: calls fail at once until it responds again');
      else logger.info('the REST service responds again');
    },
  });
}

/** All that observes requests. */
function createObservers(
  { settings, logger, hooks }: ResolvedOptions,
  tracing: Tracing | undefined,
  metrics: GatewayMetrics | undefined,
): Observers {
  const { slowOperationMs } = settings;
  const optional = [
    slowOperationMs > 0 ? new SlowOperationLog(slowOperationMs, logger) : undefined,
    tracing,
    metrics?.requests,
  ].filter((observer) => observer !== undefined);
  return new Observers([new RequestLog(logger, settings), new HookRunner(hooks, logger), ...optional], logger);
}

/** Undefined where responses are not compared with the contract. */
function createDrift({ settings: { contractCheckInterval }, logger }: ResolvedOptions): ContractDrift | undefined {
  if (contractCheckInterval === 0) return undefined;
  return new ContractDrift(contractCheckInterval, Object.values(entities), logger);
}

/** Whether metrics are read anywhere. */
function hasMetrics({ metrics, metricsPort, adminPort }: Settings): boolean {
  return metrics || metricsPort !== undefined || adminPort !== undefined;
}

function validationRulesOf({ introspection }: Settings): readonly ValidationRule[] {
  return introspection ? [] : [noIntrospection];
}

/** Whether operations are executed compiled, and not by graphql-js. */
function isCompiled({ settings, plugins }: ResolvedOptions): boolean {
  return settings.executor === 'compiled' && plugins.length === 0;
}

/** Verifies tokens, where the settings say how; loaded only then. */
async function jwtAuthenticate(settings: Settings): Promise<Authenticate | undefined> {
  const { jwtJwksUrl } = settings;
  if (jwtJwksUrl === undefined) return undefined;
  const { jwtAuthentication } = await import('./admission/jwt-verification.ts');
  return jwtAuthentication(jwtJwksUrl, settings);
}

/** Time beyond the deadline of a request in which its response is completed, in milliseconds. */
const pluginGraceMs = 1_000;

interface EndpointParts {
  shadow: Shadow | undefined;
  load: LoadMonitor;
  memory: Memory;
  places: ClientPlaces;
  sdl: SdlResource;
  observers: Observers;
  metrics: GatewayMetrics | undefined;
  trusted: TrustedDocumentsPart | undefined;
  persistedQueries: PersistedQueries;
  rateLimits: RateLimits | undefined;
}

async function createEndpoint(
  resolved: ResolvedOptions,
  engine: Engine,
  { shadow, load, memory, places, sdl, observers, metrics, trusted, persistedQueries, rateLimits }: EndpointParts,
): Promise<GraphQLEndpoint> {
  const { settings, logger, authenticate, explorerSandbox, plugins } = resolved;
  const userOf = knownUsers(settings, explorerSandbox);
  const needsProof = settings.upstreamToken !== undefined;
  const formatPlain = formatError(logger, settings);
  const format = metrics?.counting(formatPlain) ?? formatPlain;
  const validationRules = validationRulesOf(settings);
  const executor = isCompiled(resolved)
    ? new Executor({
        engine,
        formatError: format,
        coalesces: settings.shareOperations,
        maxCachedFields: settings.maxCachedFields,
        results: shadow,
      })
    : undefined;
  const documents = new ValidDocuments(trusted?.documents);
  const apollo = await startApollo({
    engine,
    logger,
    formatError: format,
    executor,
    validationRules,
    explains: settings.explain,
    keptTimes: settings.cache === 'off' ? undefined : keptTimes(settings),
    plugins,
    trusted,
    persistedQueries,
    documents,
  });
  const fastPath = executor && new FastPath(executor, needsProof);
  if (trusted !== undefined && fastPath !== undefined) await learnContentTypes(apollo, fastPath);
  const hasPlugins = plugins.length > 0;
  const check = new DocumentCheck({ engine, validationRules });
  return new GraphQLEndpoint({
    apollo,
    start: new RequestStart({
      fastPath,
      limits: settings,
      admission: trusted?.admission,
      check,
      documents,
      hasPlugins,
    }),
    documents,
    fastPath,
    keptResults:
      settings.cacheResults && engine.upstream.results
        ? new KeptResults(engine.upstream.results, settings.cacheClientMaxAge)
        : undefined,
    timesResponses: settings.explain,
    needsProof,
    varyHeader: varyHeader(settings),
    authenticator: new Authenticator(
      settings,
      { authenticate: authenticate ?? (await jwtAuthenticate(settings)), userOf },
      observers.callHeaders,
      logger,
    ),
    places,
    observers,
    load,
    memory,
    rateLimits,
    cors: Cors.create(settings),
    compression: settings.compression ? new ResponseCompression() : undefined,
    sdl,
    admission: trusted?.admission,
    hasPlugins,
    pluginTimeoutMs: settings.requestTimeout + pluginGraceMs,
    logger,
  });
}
