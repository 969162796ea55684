import type { IncomingMessage, RequestListener } from 'node:http';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { Connections, timeoutOptions } from './connections.ts';
import { explorer } from './explorer.ts';
import { health } from './health.ts';
import { HostCheck } from './host-check.ts';
import {
  type HttpError,
  handleBadAddress,
  handleError,
  handleNotFound,
  handleProtocolError,
  rejectRequest,
} from './http-errors.ts';
import type { Readiness } from './readiness.ts';
import type { Settings } from './settings.ts';

export interface HttpServerOptions {
  settings: Settings;
  logger: Logger;
  readiness: Readiness;
  /** Answers requests for GraphQL and for the SDL. */
  handler: RequestListener;
  explorerHeaders: Readonly<Record<string, string>> | undefined;
  isClosing: () => boolean;
}

/** The gateway's own HTTP server. It is created when it first listens, as an embedder may have another one. */
export class HttpServer {
  readonly #options: HttpServerOptions;
  readonly #connections: Connections;
  #app: FastifyInstance | undefined;

  constructor(options: HttpServerOptions) {
    this.#options = options;
    this.#connections = new Connections(options.settings, options.logger);
  }

  /** Resolves to the base URL, without a slash at the end; rejects where it cannot listen. */
  async listen(): Promise<string> {
    const { host, port, basePath } = this.#options.settings;
    if (this.#app === undefined) {
      this.#app = await createApp(this.#options);
      this.#connections.watch(this.#app.server);
    }
    return (await this.#app.listen({ host, port })) + basePath;
  }

  /** Closes idle connections at once, others after their response, or after the grace period. */
  async close(): Promise<void> {
    const app = this.#app;
    if (app === undefined) return;
    const timer = setTimeout(() => app.server.closeAllConnections(), this.#options.settings.shutdownTimeout);
    // In the next turn, so that a request that has just arrived on a new connection is read.
    setImmediate(() => this.#connections.closeUnused());
    await app.close();
    clearTimeout(timer);
  }
}

/**
 * Below the base path: GraphQL at `/graphql`, the SDL at `/schema.graphql`, the explorer at `/`, `/healthz` and `/readyz`. Fastify serves all but
 * GraphQL and the SDL, whose handler comes first: routing and hooks would cost more than a small query.
 */
async function createApp(options: HttpServerOptions): Promise<FastifyInstance> {
  const { settings, logger, readiness, handler, explorerHeaders, isClosing } = options;
  const prefix = settings.basePath;
  const endpoint = `${prefix}/graphql`;
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    clientErrorHandler: handleProtocolError(logger),
    frameworkErrors: handleBadAddress,
    ...timeoutOptions(settings),
  });
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(handleNotFound(endpoint));
  await app.register(health(readiness), { prefix });
  if (settings.explorer) {
    const config = {
      endpoint: 'graphql',
      explain: settings.explain,
      ...(explorerHeaders && { headers: explorerHeaders }),
    };
    await app.register(explorer({ config }), { prefix });
  }
  // A connection whose last response is sent during a shutdown is not kept alive: the shutdown would wait for it.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing()) reply.header('connection', 'close');
  });
  // With a credential of its own, the gateway must not be reached under the name of another site.
  const isRestricted = settings.upstreamToken !== undefined || explorerHeaders !== undefined;
  const hosts = new HostCheck(settings, isRestricted);
  routeGraphQLFirst(app, { prefix, endpoint, handler, errorFor: (request) => hosts.errorFor(request) });
  await app.ready();
  return app;
}

interface Routes {
  prefix: string;
  /** The path of GraphQL, with the prefix. */
  endpoint: string;
  handler: RequestListener;
  /** Why a request is rejected for its `Host`. */
  errorFor: (request: IncomingMessage) => HttpError | undefined;
}

function routeGraphQLFirst(app: FastifyInstance, { prefix, endpoint, handler, errorFor }: Routes): void {
  // Probes may send HTTP/1.0 without a `Host`.
  const probes = new Set([`${prefix}/healthz`, `${prefix}/readyz`]);
  const sdl = `${prefix}/schema.graphql`;
  app.server.removeAllListeners('request').on('request', (request, response) => {
    const url = request.url ?? '';
    const isForHandler = hasPath(url, endpoint) || hasPath(url, sdl);
    const rejected = probes.has(url) ? undefined : errorFor(request);
    if (rejected !== undefined) rejectRequest(app.log, request, response, rejected);
    else if (isForHandler) handler(request, response);
    // The explorer's addresses are relative to its own, which therefore ends in a slash.
    else if (prefix !== '' && url === prefix) response.writeHead(308, { location: `${prefix}/` }).end();
    else app.routing(request, response);
  });
}

function hasPath(url: string, path: string): boolean {
  return url.startsWith(path) && (url.length === path.length || url[path.length] === '?');
}
