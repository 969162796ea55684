import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { TrustedDocumentsError } from '../admission/trusted-documents/errors.ts';
import { errorResponse, HttpError, internalMessage, notCached } from '../http/http-errors.ts';
import { jsonIn } from '../http/json-in.ts';
import { toOriginForm } from '../http/origin-form.ts';
import { metricsRoute } from '../observation/metrics/route.ts';
import { ignoreFailedAccepts } from '../runtime/failed-accepts.ts';
import { listenAddressOf } from '../runtime/listen-address.ts';
import { logLevels } from '../settings/server.ts';
import { invalidateByBody } from '../transport/changes/invalidation-body.ts';
import { health } from '../transport/health.ts';
import { HostCheck } from '../transport/host-check.ts';
import type { Administered } from './administered.ts';

export interface AdminServerOptions {
  host: string;
  port: number;
  administered: Administered;
  logger: Logger;
}

/** A request has this time to arrive, in milliseconds. */
const requestTimeoutMs = 5000;

/** Operators and probes have a connection each. */
const maxConnections = 32;

const maxBodyBytes = 64 * 1024;

const logLevelBody = z.strictObject({ level: z.enum(logLevels) });

/**
 * The server on `ADMIN_PORT`: `GET /status`, `/healthz`, `/readyz` and `/metrics`, `PUT /log-level`, `POST /reload` and
 * `POST /cache/invalidate`. It has connections of its own, so that it responds where the gateway accepts no more. Requests need no
 * credentials; those that a page in a browser makes are rejected.
 */
export class AdminServer {
  readonly #options: AdminServerOptions;
  #app: FastifyInstance | undefined;

  constructor(options: AdminServerOptions) {
    this.#options = options;
  }

  /** Resolves to its base URL; rejects where it cannot listen. */
  async listen(): Promise<string> {
    const { host, port } = this.#options;
    this.#app = await createApp(this.#options);
    return await this.#app.listen({ host: await listenAddressOf(host), port });
  }

  async close(): Promise<void> {
    this.#app?.server.closeAllConnections();
    await this.#app?.close();
  }
}

async function createApp({ host, logger, administered }: AdminServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    frameworkErrors: (_error, _request, reply) => void reject(reply, new HttpError(400, 'BAD_ADDRESS', addresses)),
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: requestTimeoutMs, connectionsCheckingInterval: requestTimeoutMs / 4 },
  });
  // Bodies are JSON, whatever their type: curl sends that of a form.
  app.removeAllContentTypeParsers();
  const parse = async (_request: unknown, body: string) => (body === '' ? undefined : jsonIn(body));
  app.addContentTypeParser('*', { parseAs: 'string' }, parse);
  app.server.maxConnections = maxConnections;
  ignoreFailedAccepts(app.server);
  const hosts = new HostCheck({ host, allowedHosts: [] }, true, 'Use a loopback name or the address of this port.');
  app.addHook('onRequest', async ({ raw }) => {
    toOriginForm(raw);
    const error = hosts.errorFor(raw) ?? browserError(raw.headers);
    if (error !== undefined) throw error;
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    if (error instanceof HttpError) return reject(reply, error);
    const { statusCode: status = 500, message } = error;
    if (status < 500) return reject(reply, new HttpError(status, 'BAD_REQUEST', message));
    logger.error({ err: error }, 'a request to ADMIN_PORT failed');
    return reject(reply, new HttpError(500, 'INTERNAL_SERVER_ERROR', internalMessage));
  });
  app.setNotFoundHandler((_request, reply) => reject(reply, new HttpError(404, 'NOT_FOUND', addresses)));
  await app.register(health(administered));
  await app.register(metricsRoute(() => administered.metrics()));
  addRoutes(app, administered, logger);
  await app.ready();
  return app;
}

const addresses =
  'This port serves GET /status, /healthz, /readyz and /metrics, PUT /log-level, POST /reload and POST /cache/invalidate.';

function addRoutes(app: FastifyInstance, administered: Administered, logger: Logger): void {
  app.get('/status', async (_request, reply) => reply.headers(notCached).send(await administered.status()));
  app.put('/log-level', ({ body }, reply) => {
    const { success, data } = logLevelBody.safeParse(body);
    if (!success) throw new HttpError(400, 'BAD_REQUEST', `It takes {"level": "…"}, with ${logLevels.join(', ')}.`);
    const { level } = data;
    logger.warn({ logLevel: level }, 'log level changed');
    administered.setLogLevel(level);
    return reply.code(204).send();
  });
  app.post('/reload', async (_request, reply) => {
    if (administered.reload === undefined) {
      throw new HttpError(409, 'NOTHING_TO_RELOAD', 'TRUSTED_DOCUMENTS is off: there is nothing to reload.');
    }
    await administered.reload().catch((error: unknown) => {
      throw error instanceof TrustedDocumentsError ? new HttpError(422, 'INVALID_DOCUMENTS', error.message) : error;
    });
    return reply.code(204).send();
  });
  app.post('/cache/invalidate', async ({ body }, reply) => {
    await invalidateByBody(body, (records) => administered.invalidate(records));
    return reply.code(204).send();
  });
}

/** Pages of other sites can send requests to loopback addresses from the browser of an operator. */
function browserError(headers: NodeJS.Dict<string | string[]>): HttpError | undefined {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined || site === 'none' || site === 'same-origin';
  if (headers.origin === undefined && isOwn) return undefined;
  return new HttpError(403, 'CROSS_ORIGIN', 'Requests of pages in a browser are rejected.');
}

function reject(reply: FastifyReply, error: HttpError): FastifyReply {
  const { message, reason: code } = error;
  const { status, headers, body } = errorResponse({ ...error, message, extensions: { code } });
  return reply.code(status).headers(headers).send(body);
}
