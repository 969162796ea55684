import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Endpoint } from '../engine/contract/endpoint.ts';
import { maxSegmentLength } from '../engine/contract/path-segment.ts';
import { contract } from '../resources/contract.ts';
import { allHandlers } from './all-handlers.ts';
import { notFound, RestError } from './errors.ts';
import type { Handler } from './handlers.ts';
import { checkHosts } from './host-check.ts';
import type { SandboxOptions } from './options.ts';
import { logRequests } from './request-log.ts';
import { parseQueryString } from './request-parsing.ts';
import { type RouteSettings, routeHandler } from './routes.ts';
import { withLocalUrls } from './urls.ts';
import { addWebRoutes } from './web/routes.ts';

export function createApp(
  settings: RouteSettings,
  { onRequest, allowedHosts = [] }: Pick<SandboxOptions, 'onRequest' | 'allowedHosts'>,
): FastifyInstance {
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    forceCloseConnections: true,
    frameworkErrors: sendMalformedAddress,
    routerOptions: { querystringParser: parseQueryString, maxParamLength: maxSegmentLength },
  });
  app.decorateRequest('fault', undefined);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  if (onRequest) logRequests(app, onRequest);
  checkHosts(app, allowedHosts);
  acceptEmptyBodies(app);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) =>
    sendError(notFound('address', request.url.split('?')[0] ?? ''), request, reply),
  );
  app.setReplySerializer((payload) => withLocalUrls(JSON.stringify(payload), localAddress(app)));
  addRoutes(app, settings);
  addWebRoutes(app, settings.store);
  return app;
}

/** The base address at which this machine reaches the app; a wildcard address is reached at the loopback address. */
function localAddress(app: FastifyInstance): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return '';
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[address.address] ?? address.address;
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${address.port}`;
}

function addRoutes(app: FastifyInstance, settings: RouteSettings): void {
  for (const [group, operations] of Object.entries(contract)) {
    const handlers: Record<string, unknown> = allHandlers[group as keyof typeof contract];
    for (const [name, endpoint] of Object.entries<Endpoint>(operations)) {
      const handler = handlers[name] as Handler<Endpoint>;
      app.route({
        method: endpoint.method,
        url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
        // Fastify's HEAD routes would be operations that the contract does not have.
        exposeHeadRoute: false,
        config: { operation: endpoint.id },
        handler: routeHandler(endpoint, handler, settings),
      });
    }
  }
}

/** Many clients send a content type with an empty body for actions that take no body. */
function acceptEmptyBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(body.toString()));
    } catch {
      done(new RestError(400, 'invalid_json', 'The body is not valid JSON.'));
    }
  });
}

/** Fastify calls it for an address that cannot be decoded, or is too long, in place of hooks and routes. */
function sendMalformedAddress({ statusCode = 400 }: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  sendError(new RestError(statusCode, 'invalid_request', 'The address is malformed, or too long.'), request, reply);
}

function sendError(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, message, errors } = errorDetails(error);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(status).send({ error: { code, message, errors } });
}

function errorDetails(
  error: unknown,
): Pick<RestError, 'status' | 'code' | 'message'> & Partial<Pick<RestError, 'errors'>> {
  if (error instanceof RestError) return error;
  // Fastify's own errors: an unsupported media type, a body that is too large.
  const { statusCode = 500, message = '' } = error as { statusCode?: number; message?: string };
  if (statusCode < 500) return { status: statusCode, code: 'invalid_request', message };
  console.error(error);
  return { status: 500, code: 'internal_error', message: 'The sandbox failed. See its console for the cause.' };
}
