import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { TrustedDocumentsMode } from '../admission/trusted-documents/admission.ts';
import { HttpError, handleBadAddress, handleError, handleNotFound, rejectRequest } from '../http/http-errors.ts';
import { toOriginForm } from '../http/origin-form.ts';
import { handleProtocolError } from '../http/protocol-errors.ts';
import { requestIdHeader, requestIdOf } from '../http/request-id.ts';
import { metricsRoute } from '../observation/metrics/route.ts';
import type { Observers } from '../observation/observers.ts';
import { ignoreFailedAccepts } from '../runtime/failed-accepts.ts';
import { listenAddressOf } from '../runtime/listen-address.ts';
import type { Settings } from '../settings/settings.ts';
import { upstreamLimits } from '../upstream/upstream-limits.ts';
import { sdlPaths } from './adapters/request-target.ts';
import { type ChangeRoutesOptions, changeRoutes } from './changes/routes.ts';
import { Connections, timeoutOptions } from './connections.ts';
import { type ConversionOptions, conversions } from './conversions.ts';
import { explorer, type ServedSandbox, sandboxConfig } from './explorer.ts';
import { health } from './health.ts';
import { HostCheck } from './host-check.ts';
import type { Readiness } from './readiness.ts';

export interface HttpServerOptions extends ConversionOptions {
  settings: Settings;
  logger: Logger;
  observers: Observers;
  readiness: Readiness;
  /** Answers requests for GraphQL and for the SDL. */
  handler: RequestListener;
  /** Told of changes that were made without the gateway. */
  changes: Omit<ChangeRoutesOptions, 'addresses' | 'bodies' | 'logger'>;
  /** The text that `/metrics` serves; undefined where it is off. */
  readMetrics: (() => Promise<string>) | undefined;
  explorerSandbox: ServedSandbox | undefined;
  isClosing: (request: IncomingMessage) => boolean;
  /** Lets the requests in flight end with what is complete of them. */
  abortRequests: () => void;
  /** Where documents are trusted, they have addresses of their own; where no others are executed, there is no explorer. */
  trustedDocuments: TrustedDocumentsMode | undefined;
}

/** Time for the responses to requests that were aborted, in milliseconds. */
const abortedMs = 500;

/** The gateway's own HTTP server. It is created when it first listens, as an embedder may have another one. */
export class HttpServer {
  readonly #options: HttpServerOptions;
  readonly #connections: Connections;
  #app: FastifyInstance | undefined;
  #listening: Promise<unknown> | undefined;
  #isClosed = false;

  constructor(options: HttpServerOptions) {
    this.#options = options;
    this.#connections = new Connections(options.settings, options.observers);
  }

  get connections(): number {
    return this.#connections.count;
  }

  /** Resolves to the base URL, without a slash at the end; rejects where it cannot listen. */
  listen(): Promise<string> {
    const listening = this.#listen();
    this.#listening = listening;
    return listening;
  }

  /** Resolves to the function that serves a connection which another process has accepted. */
  async listenWithoutPort(): Promise<(connection: Socket) => void> {
    const { server } = await this.#createApp();
    // From this event on, Node watches how long requests take to arrive.
    server.emit('listening');
    return (connection) => {
      // As for connections that the server accepts itself: a client may end its side after its request.
      connection.allowHalfOpen = true;
      server.emit('connection', connection);
    };
  }

  async #listen(): Promise<string> {
    const { host, port, basePath } = this.#options.settings;
    const app = await this.#createApp();
    return (await app.listen({ host: await listenAddressOf(host), port })) + basePath;
  }

  async #createApp(): Promise<FastifyInstance> {
    if (this.#isClosed) throw new Error('The gateway is shut down.');
    if (this.#app === undefined) {
      this.#app = await createApp(this.#options);
      this.#connections.watch(this.#app.server);
      ignoreFailedAccepts(this.#app.server);
    }
    return this.#app;
  }

  /** Whether a response has to close its connection, while the server shuts down. */
  closes({ socket }: IncomingMessage): boolean {
    return this.#connections.closes(socket);
  }

  /** Called when the shutdown is announced: from then on, responses close the connections that are open. */
  announceShutdown(): void {
    this.#connections.announceShutdown();
  }

  /** Stops listening, and closes idle connections after a moment, others after their response. After the grace period, requests are aborted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // A server that is closed before it listens would listen afterwards.
    await this.#listening?.catch(() => {});
    const app = this.#app;
    if (app === undefined) return;
    const { abortRequests, settings } = this.#options;
    const { shutdownTimeout } = settings;
    let timer = setTimeout(() => {
      abortRequests();
      timer = setTimeout(() => app.server.closeAllConnections(), abortedMs);
    }, shutdownTimeout);
    await this.#connections.drain(app.server, shutdownTimeout);
    await app.close();
    clearTimeout(timer);
  }
}

/**
 * Below the base path: GraphQL at `/graphql` or `GRAPHQL_PATH`, trusted documents at `/<id>/<name>` below it, the SDL at `/schema.graphql` and
 * `/schema.strict.graphql` and `/schema.2018.graphql`, the explorer at `/`, `/healthz`, `/readyz` and `/metrics`, and what tells of changes
 * below `/cache`. Fastify serves all but GraphQL and the SDL, whose handler comes first:
 * routing and hooks would cost more than a small query.
 */
async function createApp(options: HttpServerOptions): Promise<FastifyInstance> {
  const { settings, logger, observers, readiness, handler, isClosing, addresses, bodies } = options;
  const { explorerSandbox, readMetrics, trustedDocuments } = options;
  const prefix = settings.basePath;
  const { graphqlPath } = settings;
  const endpoint = prefix + graphqlPath;
  const { http, ...timeouts } = timeoutOptions(settings);
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => requestIdOf(headers),
    clientErrorHandler: handleProtocolError(observers),
    frameworkErrors: handleBadAddress(observers),
    ...timeouts,
    // The check of the host rejects a request without one: Node would send an empty response, of which nobody is told.
    http: { ...http, requireHostHeader: false },
  });
  app.setErrorHandler(handleError(observers));
  const notFound = handleNotFound(observers, endpoint);
  app.setNotFoundHandler(notFound);
  // Fastify would first read the body, without the limits for all bodies together.
  app.addHook('onRequest', (request, reply, done) => (request.is404 ? notFound(request, reply) : done()));
  await app.register(health({ readiness: () => readiness.check() }), { prefix });
  await app.register(changeRoutes(settings, { ...options.changes, addresses, bodies, logger }), { prefix });
  if (readMetrics !== undefined) await app.register(metricsRoute(readMetrics), { prefix });
  if (settings.explorer && trustedDocuments !== 'enforce') {
    const config = {
      endpoint: graphqlPath.slice(1),
      explain: settings.explain,
      maxCalls: upstreamLimits(settings).maxCalls,
      ...(explorerSandbox && sandboxConfig(explorerSandbox)),
    };
    await app.register(explorer({ config }), { prefix });
    // It tells of the schema what introspection does.
    if (settings.introspection) await app.register(conversions(options), { prefix });
  }
  // During a shutdown, the client must send its next request to somebody else.
  app.addHook('onSend', async (request, reply) => {
    reply.header(requestIdHeader, request.id);
    if (isClosing(request.raw)) reply.header('connection', 'close');
  });
  // With a credential of its own, the gateway must not be reached under the name of another site.
  const hasCredential = settings.upstreamToken !== undefined || explorerSandbox !== undefined;
  const hosts = new HostCheck(settings, hasCredential || settings.allowedHosts.length > 0);
  routeGraphQLFirst(app, {
    prefix,
    endpoint,
    explorerFrom: '../'.repeat(graphqlPath.split('/').length - 2) || './',
    documents: trustedDocuments && `${endpoint}/`,
    handler,
    observers,
    leadsToExplorer: settings.explorer && trustedDocuments !== 'enforce',
    isClosing,
    errorFor: (request) => hosts.errorFor(request),
  });
  await app.ready();
  return app;
}

interface Routes {
  prefix: string;
  /** The path of GraphQL, with the prefix. */
  endpoint: string;
  /** The explorer's address, relative to the endpoint, so that it also holds behind a path prefix. */
  explorerFrom: string;
  /** The start of the paths of trusted documents. */
  documents: string | undefined;
  handler: RequestListener;
  observers: Observers;
  /** Whether a browser that opens the endpoint is sent to the explorer. */
  leadsToExplorer: boolean;
  isClosing: (request: IncomingMessage) => boolean;
  /** Why a request is rejected for its `Host`. */
  errorFor: (request: IncomingMessage) => HttpError | undefined;
}

function routeGraphQLFirst(app: FastifyInstance, routes: Routes): void {
  const { prefix, endpoint, documents, handler, observers, leadsToExplorer, isClosing, errorFor } = routes;
  const toExplorer = { location: routes.explorerFrom, vary: 'Accept', 'cache-control': 'no-store' };
  // Probes may send HTTP/1.0 without a `Host`.
  const probes = [`${prefix}/healthz`, `${prefix}/readyz`];
  const sdls = sdlPaths(`${prefix}/schema.graphql`).map(([path]) => path);
  app.server.on('checkContinue', (request, response) => {
    // A client that waits for it need not send a body that is not read.
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    app.server.emit('request', request, response);
  });
  app.server.on('checkExpectation', (request, response) => {
    const message = 'The only expectation that a request may have is 100-continue.';
    rejectRequest(observers, request, response, new HttpError(417, 'UNKNOWN_EXPECTATION', message));
  });
  app.server.removeAllListeners('request').on('request', (request, response) => {
    toOriginForm(request);
    const url = request.url ?? '';
    const isForDocument = documents !== undefined && url.startsWith(documents);
    const isForHandler = isForDocument || hasPath(url, endpoint) || sdls.some((sdl) => hasPath(url, sdl));
    const error = errorFor(request);
    if (error !== undefined && !probes.some((probe) => hasPath(url, probe)))
      rejectRequest(observers, request, response, error);
    else if (leadsToExplorer && url === endpoint && isBrowser(request))
      redirect(request, response, toExplorer, isClosing);
    else if (isForHandler) handler(request, response);
    else app.routing(request, response);
  });
}

function redirect(
  request: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders,
  isClosing: (request: IncomingMessage) => boolean,
): void {
  if (isClosing(request)) response.setHeader('connection', 'close');
  response.writeHead(303, { ...headers, [requestIdHeader]: requestIdOf(request.headers) }).end();
}

/** Whether a page is requested, as browsers do for an address that is opened; clients of the API do not accept HTML. */
function isBrowser({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && /(?:^|,)\s*text\/html\s*(?:[,;]|$)/i.test(headers.accept?.slice(0, 1000) ?? '');
}

function hasPath(url: string, path: string): boolean {
  return url.startsWith(path) && (url.length === path.length || url[path.length] === '?');
}
