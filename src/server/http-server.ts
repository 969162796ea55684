import type { RequestListener } from 'node:http';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { Connections, timeoutOptions } from './connections.ts';
import { explorer } from './explorer.ts';
import { health } from './health.ts';
import { handleBadAddress, handleError, handleNotFound, handleProtocolError } from './http-errors.ts';
import type { Readiness } from './readiness.ts';
import type { Settings } from './settings.ts';

export interface HttpServerOptions {
  settings: Settings;
  logger: Logger;
  readiness: Readiness;
  /** Answers requests for GraphQL. */
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
 * Below the base path: GraphQL at `/graphql`, the explorer at `/`, `/healthz` and `/readyz`. Fastify serves all but GraphQL,
 * whose handler comes first: routing and hooks would cost more than a small query.
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
  await app.register(
    explorer({ config: { endpoint: 'graphql', ...(explorerHeaders && { headers: explorerHeaders }) } }),
    {
      prefix,
    },
  );
  // A connection whose last response is sent during a shutdown is not kept alive: the shutdown would wait for it.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing()) reply.header('connection', 'close');
  });
  routeGraphQLFirst(app, { prefix, endpoint, handler });
  await app.ready();
  return app;
}

interface Routes {
  prefix: string;
  /** The path of GraphQL, with the prefix. */
  endpoint: string;
  handler: RequestListener;
}

function routeGraphQLFirst(app: FastifyInstance, { prefix, endpoint, handler }: Routes): void {
  app.server.removeAllListeners('request').on('request', (request, response) => {
    const url = request.url ?? '';
    const isGraphQL = url.startsWith(endpoint) && (url.length === endpoint.length || url[endpoint.length] === '?');
    if (isGraphQL) handler(request, response);
    // The explorer's addresses are relative to its own, which therefore ends in a slash.
    else if (prefix !== '' && url === prefix) response.writeHead(308, { location: `${prefix}/` }).end();
    else app.routing(request, response);
  });
}
