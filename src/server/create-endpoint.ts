import type { ValidationRule } from 'graphql';
import type { Engine, Memory } from '../engine/engine.ts';
import { Authenticator } from './admission/authentication.ts';
import type { JwtAuthentication } from './admission/jwt-verification.ts';
import { knownUsers } from './admission/known-users.ts';
import type { LoadMonitor } from './admission/load-monitor.ts';
import type { PersistedQueries } from './admission/persisted-queries/persisted-queries.ts';
import type { ClientPlaces } from './admission/rate-limits/client-places.ts';
import type { RateLimits } from './admission/rate-limits/rate-limits.ts';
import type { TrustedDocumentsPart } from './admission/trusted-documents/create.ts';
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
import type { SdlResource } from './graphql/sdl-resource.ts';
import { ResponseCompression } from './http/compression.ts';
import { Cors } from './http/cors.ts';
import { varyHeader } from './http/headers.ts';
import type { GatewayMetrics } from './observation/metrics/gateway-metrics.ts';
import type { Observers } from './observation/observers.ts';
import type { ResolvedOptions } from './options.ts';
import type { Settings } from './settings/settings.ts';
import type { Shadow } from './shadow/shadow.ts';
import { keptTimes } from './upstream/cache.ts';

export function validationRulesOf({ introspection }: Settings): readonly ValidationRule[] {
  return introspection ? [] : [noIntrospection];
}

/** Whether operations are executed compiled, and not by graphql-js. */
export function isCompiled({ settings, plugins }: ResolvedOptions): boolean {
  return settings.executor === 'compiled' && plugins.length === 0;
}

/** Verifies tokens, where the settings say how, and the embedder does not; loaded only then. */
export async function createJwtAuthentication({
  settings,
  logger,
  authenticate,
}: ResolvedOptions): Promise<JwtAuthentication | undefined> {
  const { jwtJwksUrl } = settings;
  if (jwtJwksUrl === undefined || authenticate !== undefined) return undefined;
  const { jwtAuthentication } = await import('./admission/jwt-verification.ts');
  return jwtAuthentication(jwtJwksUrl, settings, logger);
}

/** Time beyond the deadline of a request in which its response is completed, in milliseconds. */
const pluginGraceMs = 1_000;

interface EndpointParts {
  jwt: JwtAuthentication | undefined;
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

/** GraphQL over HTTP, without the listeners. */
export async function createEndpoint(
  resolved: ResolvedOptions,
  engine: Engine,
  { jwt, shadow, load, memory, places, sdl, observers, metrics, trusted, persistedQueries, rateLimits }: EndpointParts,
): Promise<GraphQLEndpoint> {
  const { settings, logger, authenticate, explorerSandbox, plugins } = resolved;
  const userOf = knownUsers(settings, explorerSandbox);
  const needsProof = settings.upstreamToken !== undefined;
  const formatPlain = formatError(logger, settings, engine.schema);
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
  // What tells an embedder's clients apart may be no header of `Vary`, such as a cookie: a browser would use the result of who used it before.
  const clientMaxAge = authenticate === undefined ? settings.cacheClientMaxAge : 0;
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
    fastPath,
    keptResults:
      settings.cacheResults && engine.upstream.results
        ? new KeptResults(engine.upstream.results, clientMaxAge)
        : undefined,
    timesResponses: settings.explain,
    needsProof,
    varyHeader: varyHeader(settings),
    authenticator: new Authenticator(
      settings,
      { authenticate: authenticate ?? jwt?.authenticate, challenge: jwt && 'Bearer', userOf },
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
