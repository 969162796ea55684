import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Endpoint, selectableParams, variantParams } from '../engine/contract/endpoint.ts';
import { badRequest, RestError, unauthenticated } from './errors.ts';
import { type FaultInjector, type FaultKind, retryAfter } from './faults.ts';
import type { Handler, OperationRequest, Paginate } from './handlers.ts';
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

interface PageSettings {
  /** Page size of a request without `limit`. */
  pageSize: number;
  /** Maximum size of a page, regardless of `limit`: a page can be shorter than requested and still have a next page. */
  maxServedPageSize: number;
}

/** The list with its filters, and the request's `page` and `limit`. */
interface PageRequest {
  /** A key for the list and its filters; a page token is valid for this list only. */
  list: string;
  page?: string;
  limit?: number;
}

/**
 * Creates the `paginate` function of one request. `next` is set only if more items follow; `count` is the length of the
 * whole list. A token holds a position in its list, so it works with any `limit`.
 * @throws 400 for a token that does not belong to this list.
 */
export function createPaginate({ list, page, limit }: PageRequest, settings: PageSettings): Paginate {
  return (rows, toItem) => {
    const start = page === undefined ? 0 : positionOf(page, list);
    const size = Math.min(limit ?? settings.pageSize, settings.maxServedPageSize);
    const end = start + size;
    return {
      items: rows.slice(start, end).map(toItem),
      next: end < rows.length ? { page: tokenOf(end, list) } : undefined,
      count: rows.length,
    };
  };
}

function tokenOf(position: number, list: string): string {
  return Buffer.from(`${position}.${digest(position, list)}`).toString('base64url');
}

function positionOf(token: string, list: string): number {
  const [position = ''] = Buffer.from(token, 'base64url').toString().split('.');
  if (tokenOf(Number(position), list) !== token) {
    throw badRequest('query parameter page: not a page token of this list. Use next.page of the previous page.');
  }
  return Number(position);
}

/** Binds a token to its list and position, so that clients cannot construct tokens. */
function digest(position: number, list: string): string {
  return createHash('sha256').update(`${position} ${list}`).digest('base64url').slice(0, 12);
}
