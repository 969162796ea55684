import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Recent } from './lru-cache.ts';

/**
 * The heads of requests that Apollo took lately: what of the headers decides whether a body is read as JSON, whether the
 * request is taken, and in which type it is answered. To ask what Apollo did leaves its rules in one place.
 */
export class KnownHeads {
  readonly #contentTypes = new Recent<string>({ entries: 200, characters: 65_536 });

  /** The content type that Apollo answers such a head with; undefined where that is not known. */
  answerType(headers: IncomingHttpHeaders): string | undefined {
    return this.#contentTypes.get(headKey(headers));
  }

  /** Notes how Apollo answered a request that it took. Nothing else here takes a POST. */
  learn({ headers, method }: FastifyRequest, reply: FastifyReply): void {
    const type = reply.getHeader('content-type');
    if (method !== 'POST' || reply.statusCode !== 200 || typeof type !== 'string') return;
    // A page of another site can send any other type unasked: only Apollo may judge such a request.
    if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return;
    const key = headKey(headers);
    if (this.#contentTypes.get(key) === undefined) this.#contentTypes.set(key, type);
  }
}

/** A header can't hold a line's end, and Apollo takes an empty one for none. */
function headKey({ 'content-type': type = '', accept = '', host = '' }: IncomingHttpHeaders): string {
  return `${type}\n${accept}\n${host}`;
}
