import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentNode } from 'graphql';
import { Loaders } from '../loaders/loaders.ts';
import { selectsGit } from '../plan/documents.ts';
import type { Context } from '../resolvers/context.ts';
import { Cancellation } from '../rest/cancellation.ts';
import { type Caller, RestClient } from '../rest/client.ts';
import type { Credentials, Upstream } from '../rest/upstream.ts';
import type { Settings } from './settings.ts';

/** A request's context, with what only the server needs of it. Apollo copies it for each operation. */
export interface ServerContext extends Context {
  /** When the request began, as `performance.now()` tells it. */
  startedAt: number;
  upstream: Upstream;
  caller: Caller;
}

/** Makes the context of each request: its own REST client and loaders, for its own token. */
export function contextOf(upstream: Upstream, settings: Settings) {
  const fallback = settings.upstreamToken && `Bearer ${settings.upstreamToken}`;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<ServerContext> => {
    const { headers } = request;
    const cancellation = new Cancellation();
    reply.raw.once('close', () => {
      if (!reply.raw.writableEnded) cancellation.cancel();
    });
    const caller: Caller = {
      credentials: credentialsOf(headers.authorization ?? fallback, headers, settings.forwardHeaders),
      cancellation,
    };
    const rest = new RestClient(upstream, caller);
    return { startedAt: performance.now(), upstream, caller, rest, loaders: new Loaders(rest, { metadata: true }) };
  };
}

/** The context of one operation of a request: for its document, and as the caller. */
export function operationContext(context: ServerContext, document: DocumentNode, caller: Caller): ServerContext {
  const rest = new RestClient(context.upstream, caller);
  return { ...context, caller, rest, loaders: new Loaders(rest, { metadata: selectsGit(document) }) };
}

/** What a request's calls are made with: its token, and the headers that are on the allow-list. */
function credentialsOf(
  authorization: string | undefined,
  headers: FastifyRequest['headers'],
  forwarded: readonly string[],
): Credentials {
  const sent = ['accept', 'application/json'];
  if (authorization !== undefined) sent.push('authorization', authorization);
  for (const name of forwarded) {
    const value = headers[name];
    if (typeof value === 'string') sent.push(name, value);
  }
  return { authorization, headers: sent, identity: JSON.stringify(sent) };
}
