import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../engine/contract/operation.ts';
import { RestError, unauthenticated } from './errors.ts';
import { type FaultKind, type FaultSource, retryAfter } from './faults.ts';
import type { Call, Handler } from './handlers.ts';
import { createPaginate, type PageRequest, type PageSettings } from './paging.ts';
import type { UserRow } from './records.ts';
import { queryReader, type RawQuery, readBody } from './requests.ts';
import type { Store } from './store.ts';

export interface RouteSettings {
  store: Store;
  latencyMs: number;
  /** Replaced when other faults are switched on. */
  faultOf: FaultSource;
  paging: PageSettings;
}

/** Answers one operation over HTTP: waits, fails on purpose, authenticates, checks the request, runs the handler. */
export function routeHandler(operation: Operation, handler: Handler<Operation>, settings: RouteSettings) {
  const readCall = callReader(operation, settings);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    request.fault = settings.faultOf(operation.id);
    if (settings.latencyMs > 0) await delay(settings.latencyMs);
    if (request.fault === 'cut') return cut(reply);
    if (typeof request.fault === 'number') return fail(request.fault, reply);
    const result = handler(readCall(request));
    if (request.fault === 'cutAfter') return cut(reply);
    return reply.code(operation.status).send(result);
  };
}

/** Reads and checks a request: first who asks, then what. */
function callReader(operation: Operation, settings: RouteSettings): (request: FastifyRequest) => Call {
  const readQuery = queryReader(operation.query);
  return (request) => {
    const caller = authenticate(settings.store, request.headers.authorization);
    const query = readQuery(request.query as RawQuery);
    const body = readBody(operation.body, request.body);
    const path = request.params as Call['path'];
    const paginate = createPaginate(pageRequest(operation, path, query), settings.paging);
    return { caller, store: settings.store, path, query, body: body as Call['body'], paginate };
  };
}

function authenticate(store: Store, authorization: string | undefined): UserRow {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw unauthenticated('An "Authorization: Bearer <token>" header is needed.');
  const user = store.users.get(store.tokens.get(token) ?? '');
  if (user === undefined) throw unauthenticated('The access token is not known.');
  return user;
}

function pageRequest(operation: Operation, path: object, query: Record<string, unknown>): PageRequest {
  const { page, limit, ...filters } = query;
  return {
    list: JSON.stringify([operation.id, path, filters]),
    ...(typeof page === 'string' ? { page } : {}),
    ...(typeof limit === 'number' ? { limit } : {}),
  };
}

/** Breaks the connection without an answer. */
function cut(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.socket?.destroy();
  return reply;
}

function fail(status: Extract<FaultKind, number>, reply: FastifyReply): never {
  if (status === 429) reply.header('retry-after', String(retryAfter));
  throw new RestError(
    status,
    'injected_fault',
    `This answer failed on purpose, as the sandbox was told to (${status}).`,
  );
}
