import type { RequestListener } from 'node:http';
import type { FastifyPluginAsync } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { Upstream } from '../engine/http/upstream.ts';
import type { Nullability } from '../engine/sdl/print-sdl.ts';
import { organizations } from '../resources/organizations/contract.ts';
import { type FastifyPluginOptions, fastifyAdapter } from './adapters/fastify.ts';
import { fetchAdapter } from './adapters/fetch.ts';
import { type ExecuteRequest, type ExecuteResult, inProcessAdapter } from './adapters/in-process.ts';
import { nodeAdapter } from './adapters/node.ts';
import { Cors } from './cors.ts';
import { startApollo } from './graphql/apollo.ts';
import { Authenticator } from './graphql/authentication.ts';
import { noIntrospection } from './graphql/disclosure.ts';
import { GraphQLEndpoint } from './graphql/endpoint.ts';
import { Executor } from './graphql/executor.ts';
import { FastPath } from './graphql/fast-path.ts';
import { formatError } from './graphql/format-error.ts';
import { varyHeader } from './graphql/headers.ts';
import { createExtendedSchema } from './graphql/schema-extension.ts';
import { SdlResource } from './graphql/sdl-resource.ts';
import { HookRunner } from './hooks.ts';
import { HttpServer } from './http-server.ts';
import { LoadMonitor } from './load-monitor.ts';
import { type GatewayOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import { createRateLimits } from './rate-limits/create.ts';
import { Readiness, type ReadinessState } from './readiness.ts';
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
  /** Whether requests should be sent to this gateway, for a health check of the embedder: what `/readyz` tells. Never rejects. */
  readiness(): Promise<ReadinessState>;
  /**
   * From now on `readiness` and `/readyz` tell that the gateway is not ready; requests are still handled. Call it some seconds
   * before `close`, so that load balancers notice before the gateway stops listening.
   */
  announceShutdown(): void;
  /** Stops listening, waits for the requests in flight, and closes all connections. May be called again. */
  close(): Promise<void>;
}

/**
 * Creates a gateway: GraphQL over the REST service at `upstreamUrl`. Throws a TypeError for unknown options, and an Error
 * where `typeDefs` and `resolvers` do not fit the schema. Close it to end its connections.
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const resolved = resolveOptions(options);
  const { settings, logger, explorerHeaders } = resolved;
  const { maxBodyBytes } = settings;
  const schema = createExtendedSchema(resolved);
  const upstream = createUpstream(resolved);
  const load = new LoadMonitor({ limits: settings, logger });
  const readiness = new Readiness(upstream, load);
  const sdl = new SdlResource(schema, settings.introspection);
  const endpoint = await createEndpoint(resolved, schema, { upstream, load, sdl });
  const isClosing = () => closing !== undefined;
  const handler = nodeAdapter({ endpoint, maxBodyBytes, isClosing });
  const server = new HttpServer({ settings, logger, readiness, handler, explorerHeaders, isClosing });
  let closing: Promise<void> | undefined;
  const close = async () => {
    await server.close();
    await endpoint.close();
    await upstream.close();
    load.close();
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
    readiness: () => readiness.check(),
    announceShutdown: () => readiness.announceShutdown(),
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
    onUnreachable: (cause) => logger.warn(cause, 'the REST service cannot be reached'),
    onCircuitChange: (isOpen) => {
      if (isOpen) logger.error('the REST service is down: calls fail at once until it responds again');
      else logger.info('the REST service responds again');
    },
  });
}

async function createEndpoint(
  { settings, logger, authenticate, plugins, hooks }: ResolvedOptions,
  schema: GraphQLSchema,
  { upstream, load, sdl }: { upstream: Upstream; load: LoadMonitor; sdl: SdlResource },
): Promise<GraphQLEndpoint> {
  const needsProof = settings.upstreamToken !== undefined;
  const format = formatError(logger, settings);
  const validationRules = settings.introspection ? [] : [noIntrospection];
  const isCompiled = settings.executor === 'compiled' && plugins.length === 0;
  const executor = isCompiled
    ? new Executor({
        schema,
        upstream,
        formatError: format,
        limits: settings,
        coalesces: settings.shareOperations,
        validationRules,
      })
    : undefined;
  return new GraphQLEndpoint({
    apollo: await startApollo({
      schema,
      upstream,
      logger,
      formatError: format,
      limits: settings,
      executor,
      validationRules,
      explains: settings.explain,
      plugins,
    }),
    limits: settings,
    fastPath: executor && new FastPath(executor, needsProof),
    needsProof,
    varyHeader: varyHeader(settings),
    authenticator: new Authenticator(settings, authenticate, logger),
    hooks: new HookRunner(hooks, logger),
    load,
    rateLimits: await createRateLimits(settings, logger),
    cors: Cors.create(settings),
    sdl,
    hasPlugins: plugins.length > 0,
    logger,
  });
}
