import type { RequestListener } from 'node:http';
import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { Upstream } from '../engine/http/upstream.ts';
import { organizations } from '../resources/organizations/contract.ts';
import { createSchema } from '../resources/schema.ts';
import { explorer } from './explorer.ts';
import { askerOf, contextOf, type ServerContext } from './graphql/context.ts';
import { letSameOriginReadsThrough, statusForLegacyClients } from './graphql/csrf.ts';
import { compiledExecution, Executor } from './graphql/executor.ts';
import { explain } from './graphql/explain.ts';
import { Lane } from './graphql/fast-path.ts';
import { formatError } from './graphql/format-error.ts';
import { health } from './health.ts';
import { answerBadAddress, answerFailure, answerMissing, answerNoHttp } from './http-errors.ts';
import { logOperations } from './logs.ts';
import type { Settings } from './settings.ts';

export interface GatewayOptions {
  settings: Settings;
  /** Base address of the REST service. */
  upstreamUrl: URL;
  logger: Logger;
  /** Headers that the explorer is filled with; only a sandbox's token belongs here, as everyone can read them. */
  explorerHeaders?: Record<string, string>;
  /**
   * Where several processes serve the same clients: called when a write has ended, and awaited before the client is
   * answered. It is to call `forgetReads` in all other processes, and must not reject.
   */
  onWriteEnded?: () => Promise<void>;
}

export interface Gateway {
  /** Starts listening and resolves to the gateway's base URL. */
  listen(): Promise<string>;
  /** Another process has ended a write: no read from now on shares what began before. */
  forgetReads(): void;
  /** Takes no more requests, lets those under way end, and closes all connections. */
  close(): Promise<void>;
}

/** Builds the gateway: GraphQL at `/graphql`, the explorer at `/`, `/healthz` and `/readyz`. */
export async function createGateway({
  settings,
  upstreamUrl,
  logger,
  explorerHeaders,
  onWriteEnded,
}: GatewayOptions): Promise<Gateway> {
  const upstream = new Upstream({
    url: upstreamUrl,
    timeoutMs: settings.upstreamTimeout,
    connections: settings.upstreamConnections,
    maxResponseBytes: settings.upstreamMaxBytes,
    sharing: settings.shareCalls,
    probePath: `${organizations.list.path}?limit=1`,
    onWriteEnded,
    onUnreachable: (cause) => logger.warn(cause, 'the REST service cannot be reached'),
  });
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: settings.maxBodyBytes,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerNoHttp(logger),
    frameworkErrors: answerBadAddress,
  });
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler(answerMissing);
  const format = formatError(logger);
  const schema = createSchema();
  const executor =
    settings.executor === 'compiled' ? new Executor(schema, format, settings.shareOperations) : undefined;
  const apollo = await startApollo(app, logger, schema, format, executor);
  const asker = askerOf(upstream, settings);
  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    exposeHeadRoute: false,
    preHandler: letSameOriginReadsThrough,
    handler: fastifyApolloHandler(apollo, { context: contextOf(asker) }),
  });
  await app.register(health(upstream));
  await app.register(
    explorer({ config: { endpoint: 'graphql', ...(explorerHeaders && { headers: explorerHeaders }) } }),
  );
  let isClosing = false;
  // A connection whose last answer comes while the gateway closes is not kept alive: the gateway would wait for it.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  if (executor !== undefined) {
    const { maxBodyBytes } = settings;
    const pass: RequestListener = (request, response) => app.routing(request, response);
    const lane = new Lane({ executor, asker, logger, maxBodyBytes, isClosing: () => isClosing, pass });
    app.addHook('onSend', async (request, reply) => lane.learn(request, reply));
    // Fastify gets what the lane passes on.
    app.server.removeAllListeners('request').on('request', (request, response) => lane.handle(request, response));
  }
  await app.ready();
  return {
    listen: () => app.listen({ host: settings.host, port: settings.port }),
    forgetReads: () => upstream.invalidateReads(),
    close: async () => {
      isClosing = true;
      await apollo.stop();
      await app.close();
      await upstream.close();
    },
  };
}

async function startApollo(
  app: FastifyInstance,
  logger: Logger,
  schema: GraphQLSchema,
  format: ReturnType<typeof formatError>,
  executor: Executor | undefined,
): Promise<ApolloServer<ServerContext>> {
  const apollo = new ApolloServer<ServerContext>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    formatError: format,
    logger,
    // The caller stops the server; Apollo must not listen for signals of its own.
    stopOnTerminationSignals: false,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      fastifyApolloDrainPlugin(app),
      explain,
      ...(executor === undefined ? [] : [compiledExecution(executor)]),
      statusForLegacyClients,
      logOperations(logger),
    ],
  });
  await apollo.start();
  return apollo;
}
