import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { Cancellation } from '../../engine/http/cancellation.ts';
import type { Caller } from '../../engine/http/client.ts';
import type { Credentials } from '../../engine/http/credentials.ts';
import type { Upstream } from '../../engine/http/upstream.ts';
import { compileOperation } from '../../engine/operation/compile.ts';
import { createOperationContext, type OperationContext } from '../../engine/operation/context.ts';
import type { Settings } from '../settings.ts';

/** Who asks, before it is known what. */
export interface Asker {
  /** When the request began, as `performance.now()` tells it. */
  startedAt: number;
  upstream: Upstream;
  caller: Caller;
}

/** A request's context, with what only the server needs of it. Apollo copies it for each operation. */
export interface ServerContext extends Partial<OperationContext>, Asker {}

export type AskerOf = (headers: IncomingHttpHeaders, response: ServerResponse) => Asker;

/** Tells who asks: with which credentials, and until when the client waits. */
export function askerOf(upstream: Upstream, settings: Settings): AskerOf {
  const fallback = settings.upstreamToken && `Bearer ${settings.upstreamToken}`;
  return (headers, response) => {
    const cancellation = new Cancellation();
    response.on('close', () => {
      if (!response.writableEnded) cancellation.cancel();
    });
    const credentials = credentialsOf(headers.authorization ?? fallback, headers, settings.forwardHeaders);
    return { startedAt: performance.now(), upstream, caller: { credentials, cancellation } };
  };
}

/** Makes the context of each request to Apollo: its own REST client and loaders, for its own token. */
export function contextOf(asker: AskerOf) {
  return async ({ headers }: FastifyRequest, { raw }: FastifyReply): Promise<ServerContext> => {
    return asker(headers, raw);
  };
}

/** The context of one operation of a request: for its document, and as the caller. */
export function operationContext(
  { upstream }: Asker,
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  caller: Caller,
): OperationContext {
  return createOperationContext(upstream, caller, compileOperation(schema, document, operation, variables), variables);
}

/** What a request's calls are made with: its token, and the headers that are on the allow-list. */
function credentialsOf(
  authorization: string | undefined,
  headers: IncomingHttpHeaders,
  forwarded: readonly string[],
): Credentials {
  const sent = ['accept', 'application/json'];
  const secrets: string[] = [];
  const send = (name: string, value: string | string[] | undefined) => {
    if (typeof value !== 'string') return;
    sent.push(name, value);
    secrets.push(value);
  };
  send('authorization', authorization);
  for (const name of forwarded) send(name, headers[name]);
  // No header holds a line's end.
  return { authorization, headers: sent, identity: sent.join('\n'), secrets };
}
