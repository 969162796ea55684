import type { IncomingMessage } from 'node:http';
import { createEngine, Memory } from '../engine/engine.ts';
import { restContract } from '../resources/contract.ts';
import { LoadMonitor } from './admission/load-monitor.ts';
import { PersistedQueries } from './admission/persisted-queries/persisted-queries.ts';
import { AddressAdmission } from './admission/rate-limits/address-admission.ts';
import { ClientPlaces } from './admission/rate-limits/client-places.ts';
import { RateLimits } from './admission/rate-limits/rate-limits.ts';
import { createTrustedDocuments } from './admission/trusted-documents/create.ts';
import { createEndpoint, createJwtAuthentication, isCompiled, validationRulesOf } from './create-endpoint.ts';
import { createDrift, createUpstream } from './create-upstream.ts';
import type { Gateway } from './gateway-api.ts';
import { createExtendedSchema } from './graphql/schema-extension.ts';
import { SdlResource } from './graphql/sdl-resource.ts';
import { HookRunner } from './observation/hooks.ts';
import { RequestLog } from './observation/logs/request-log.ts';
import { SlowOperationLog } from './observation/logs/slow-operation-log.ts';
import { metricsText } from './observation/metrics/exposition.ts';
import type { MetricFamily } from './observation/metrics/family.ts';
import { GatewayMetrics } from './observation/metrics/gateway-metrics.ts';
import { Observers } from './observation/observers.ts';
import { createTracing, type Tracing } from './observation/tracing/create.ts';
import { type GatewayOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import { redisAddressOf } from './redis/redis-address.ts';
import { Closers } from './runtime/closers.ts';
import { packageVersion } from './runtime/package-root.ts';
import type { Settings } from './settings/settings.ts';
import { createShadow } from './shadow/create.ts';
import { shadowFamilies } from './shadow/shadow-report.ts';
import { fastifyAdapter } from './transport/adapters/fastify.ts';
import { fetchAdapter } from './transport/adapters/fetch.ts';
import { inProcessAdapter } from './transport/adapters/in-process.ts';
import { nodeAdapter } from './transport/adapters/node.ts';
import { PendingBodies } from './transport/adapters/pending-bodies.ts';
import { targetsBelow } from './transport/adapters/request-target.ts';
import { HttpServer } from './transport/http-server.ts';
import { Readiness } from './transport/readiness.ts';
import { invalidate, invalidateEverywhere, writeEndedElsewhere } from './upstream/cache.ts';
import { createSharedCache } from './upstream/shared-cache/create.ts';
import { upstreamRoute } from './upstream/upstream-route.ts';

export type { Gateway };

/**
 * Creates a gateway: GraphQL over the REST service at `upstreamUrl`. Throws a TypeError for unknown options, and an Error
 * where `typeDefs` and `resolvers` do not fit the schema, or where a trusted document or a file with certificates is invalid. Close it to end its
 * connections; where there is none, nothing stays open.
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const closers = new Closers();
  try {
    return await assemble(options, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function assemble(options: GatewayOptions, closers: Closers): Promise<Gateway> {
  const resolved = resolveOptions(options);
  const { settings, logger, explorerSandbox } = resolved;
  const { maxBodyBytes } = settings;
  const route = await upstreamRoute(resolved.upstreamUrl, settings);
  const schema = createExtendedSchema(resolved);
  const metrics = closers.add(hasMetrics(settings) ? new GatewayMetrics(settings) : undefined);
  const tracing = createTracing(settings, resolved.upstreamUrl, logger);
  const observers = closers.add(createObservers(resolved, tracing, metrics));
  const redis = await redisAddressOf(settings);
  const sharedCache = closers.add(await createSharedCache(settings, redis, logger));
  const drift = createDrift(resolved);
  const upstream = closers.add(createUpstream(resolved, route, { observers, sharedCache, drift, metrics }));
  await sharedCache?.settled();
  const memory = new Memory(settings.maxWorkBytes, { sharesByAddress: settings.maxAddressBodyBytes > 0 });
  const engine = createEngine({ contract: restContract, schema, upstream, limits: settings, memory });
  const trusted = await createTrustedDocuments(resolved.trustedDocuments, {
    engine,
    validationRules: validationRulesOf(settings),
    compiles: isCompiled(resolved),
    logger,
    trustedProxies: settings.trustedProxies,
  });
  const load = closers.add(new LoadMonitor({ limits: settings, logger }));
  const readiness = new Readiness(load, settings.readinessChecksService ? upstream : undefined);
  const persistedQueries = closers.add(new PersistedQueries(redis, logger));
  const sdl = new SdlResource(schema, settings.introspection);
  const rateLimits = closers.add(await RateLimits.create(settings, redis, logger));
  const places = new ClientPlaces(upstream, settings);
  const shadow = isCompiled(resolved)
    ? createShadow(settings, {
        engine,
        logger,
        isOverloaded: () => load.isOverloaded,
        onCall: metrics?.recordCall,
      })
    : undefined;
  closers.add(shadow);
  const jwt = await createJwtAuthentication(resolved);
  const parts = { jwt, shadow, load, memory, places, sdl, observers, metrics, trusted, persistedQueries, rateLimits };
  const endpoint = closers.add(await createEndpoint(resolved, engine, parts));
  const isClosing = (request: IncomingMessage) => readiness.isShutdownAnnounced && server.closes(request);
  const bodies = new PendingBodies(settings.maxPendingBodyBytes);
  const addresses = new AddressAdmission(settings, places);
  const adapterOptions = { endpoint, maxBodyBytes, memory, bodies, addresses, isClosing };
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
        keysFailingMs: jwt?.keys.failingMs,
      },
    };
    return metrics === undefined
      ? []
      : [...metrics.collect(sources), ...(drift?.families ?? []), ...(shadow?.families ?? shadowFamilies())];
  };
  const readOwn = async () => metricsText([collectMetrics()]);
  let hasAbortedRequests = false;
  const server: HttpServer = new HttpServer({
    settings,
    engine,
    logger,
    observers,
    readiness,
    handler: nodeAdapter({ ...adapterOptions, targetOf: targetsBelow(settings) }),
    addresses,
    bodies,
    admit: (source) => endpoint.admit(source),
    ownerOf: (source) => places.placeOf(source, { client: '' }).usage.owner,
    changes: {
      invalidate: (records) => invalidateEverywhere(upstream, records, resolved.onWriteEnded),
      mapping: resolved.webhook,
      admit: async (source) => void (await endpoint.admitFrom(source)),
    },
    explorerSandbox,
    readMetrics: settings.metrics ? (resolved.readMetrics ?? readOwn) : undefined,
    isClosing,
    abortRequests: () => {
      if (endpoint.inFlight === 0) return;
      hasAbortedRequests = true;
      logger.error({ requests: endpoint.inFlight }, 'the grace period has ended: requests in flight are aborted');
      upstream.deadlines.expireAll();
    },
    trustedDocuments,
  });
  closers.add(server);
  let closing: Promise<void> | undefined;
  const announceShutdown = () => {
    readiness.announceShutdown();
    server.announceShutdown();
  };
  return {
    schema,
    sdl: (form) => sdl.text(form),
    execute: inProcessAdapter(endpoint, settings.forwardHeaders),
    fetch: fetchAdapter(adapterOptions),
    handler: nodeAdapter(adapterOptions),
    plugin: fastifyAdapter(adapterOptions),
    listen: () => server.listen(),
    listenWithoutPort: () => server.listenWithoutPort(),
    invalidateReads: (records) => writeEndedElsewhere(upstream, records),
    invalidate: async (records) => void (await invalidate(upstream, records)),
    metrics: readOwn,
    collectMetrics,
    readiness: () => readiness.check(),
    announceShutdown,
    reloadTrustedDocuments: async (documents = resolved.trustedDocuments?.documents) => {
      if (trusted === undefined || documents === undefined) throw new TypeError('No documents are trusted.');
      await trusted.documents.reload(documents);
    },
    trustedDocuments: () => trusted?.documents.loaded,
    hasUnfinishedWrites: () => upstream.hasUnfinishedWrites,
    hasAbortedRequests: () => hasAbortedRequests,
    close: () => {
      announceShutdown();
      closing ??= closers.close();
      return closing;
    },
  };
}

/** All that observes requests. */
function createObservers(
  { settings, logger, hooks }: ResolvedOptions,
  tracing: Tracing | undefined,
  metrics: GatewayMetrics | undefined,
): Observers {
  const optional = [
    settings.slowOperationMs > 0 ? new SlowOperationLog(settings, logger) : undefined,
    tracing,
    metrics?.requests,
  ].filter((observer) => observer !== undefined);
  return new Observers([new RequestLog(logger, settings), new HookRunner(hooks, logger), ...optional], logger);
}

/** Whether metrics are read anywhere. */
function hasMetrics({ metrics, metricsPort, adminPort }: Settings): boolean {
  return metrics || metricsPort !== undefined || adminPort !== undefined;
}
