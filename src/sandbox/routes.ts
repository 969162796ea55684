import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Endpoint, selectableParams, variantParams } from '../engine/contract/endpoint.ts';
import { RestError, unauthenticated } from './errors.ts';
import { type FaultInjector, type FaultKind, retryAfter } from './faults.ts';
import type { Handler, OperationRequest } from './handlers.ts';
import { createPaginate, type PageRequest, type PageSettings } from './paging.ts';
import { parseBody, queryParser, type RawQuery } from './request-parsing.ts';
import type { UserRow } from './rows.ts';
import type { Store } from './store.ts';

export interface RouteSettings {
  store: Store;
  latencyMs: number;
  /** Mutable: `Sandbox.setFaults` replaces it. */
  injectFault: FaultInjector;
  paging: PageSettings;
}

/** Creates the route handler of an operation: adds latency and faults, authenticates, parses, and runs the handler. */
export function routeHandler(endpoint: Endpoint, handler: Handler<Endpoint>, settings: RouteSettings) {
  const parseRequest = requestParser(endpoint, settings);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    request.fault = settings.injectFault(endpoint.id);
    if (settings.latencyMs > 0) await delay(settings.latencyMs);
    if (request.fault === 'cut') return closeConnection(reply);
    if (typeof request.fault === 'number') return fail(request.fault, reply);
    const result = await handler(parseRequest(request));
    if (request.fault === 'cutAfter') return closeConnection(reply);
    return reply.code(endpoint.status).send(result);
  };
}

/** Creates the parser of an operation's requests. Authentication comes first, then validation. */
function requestParser(endpoint: Endpoint, settings: RouteSettings): (request: FastifyRequest) => OperationRequest {
  const parseQuery = queryParser(endpoint.query);
  const unbound = new Set(['page', 'limit', ...outputParams(endpoint)]);
  return (request) => {
    const caller = authenticate(settings.store, request.headers.authorization);
    const query = parseQuery(request.query as RawQuery);
    const body = parseBody(endpoint.body, request.body);
    const path = request.params as OperationRequest['path'];
    const paginate = createPaginate(pageRequest(endpoint, path, query, unbound), settings.paging);
    return { caller, store: settings.store, path, query, body: body as OperationRequest['body'], paginate };
  };
}

/** The user of an `Authorization` header. @throws 401 */
export function authenticate(store: Store, authorization: string | undefined): UserRow {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw unauthenticated('An "Authorization: Bearer <token>" header is required.');
  const user = store.users.get(store.tokens.get(token) ?? '');
  if (user === undefined) throw unauthenticated('The access token is unknown.');
  return user;
}

/** The parameters that change the form of a list's items, and not which items it has. */
function outputParams(endpoint: Endpoint): string[] {
  return [...variantParams(endpoint), ...selectableParams(endpoint).map(([param]) => param)];
}

/** The page that a query asks for. Its token is bound to all parameters except the `unbound` ones. */
function pageRequest(
  endpoint: Endpoint,
  path: object,
  query: Record<string, unknown>,
  unbound: ReadonlySet<string>,
): PageRequest {
  const { page, limit } = query;
  const filters = Object.entries(query).filter(([name]) => !unbound.has(name));
  return {
    list: JSON.stringify([endpoint.id, path, filters]),
    page: typeof page === 'string' ? page : undefined,
    limit: typeof limit === 'number' ? limit : undefined,
  };
}

function closeConnection(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.socket?.destroy();
  return reply;
}

function fail(status: Extract<FaultKind, number>, reply: FastifyReply): never {
  if (status === 429) reply.header('retry-after', String(retryAfter));
  throw new RestError(status, 'injected_fault', `The sandbox injected this fault (status ${status}).`);
}
