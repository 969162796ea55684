import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { internalFault } from '../http-errors.ts';
import { logOperation } from '../logs.ts';
import { offerBody } from './buffer-body.ts';
import type { AskerOf } from './context.ts';
import type { Executor } from './executor.ts';
import { KnownHeads } from './negotiation-cache.ts';
import { readPosted } from './parse-request.ts';

export interface LaneOptions {
  executor: Executor;
  asker: AskerOf;
  logger: Logger;
  maxBodyBytes: number;
  isClosing: () => boolean;
  /** Takes every request that the lane leaves alone. */
  pass: RequestListener;
}

/**
 * Answers operations that Apollo has taken before, byte for byte as it would, without going through it again: most
 * requests of a client are the same few operations with other values, and what surrounds the execution costs more than
 * a small one itself. Whatever is new or unusual in a request goes the long way.
 */
export class Lane {
  readonly #options: LaneOptions;
  readonly #heads = new KnownHeads();

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** Notes how a request that was passed on is answered. */
  learn(request: FastifyRequest, reply: FastifyReply): void {
    this.#heads.learn(request, reply);
  }

  /** Answers the request, or passes it on. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const { pass, maxBodyBytes, isClosing } = this.#options;
    const length = Number(request.headers['content-length']);
    const isPosted = request.method === 'POST' && request.url === '/graphql';
    const type = isPosted ? this.#heads.answerType(request.headers) : undefined;
    if (type === undefined || !(length > 0 && length <= maxBodyBytes) || isClosing()) {
      pass(request, response);
      return;
    }
    offerBody(
      request,
      length,
      (body) => this.#take(body, type, request, response),
      () => pass(request, response),
    );
  }

  /** Answers what the body asks, if it is known; says whether it is. */
  #take(body: Buffer, type: string, { headers }: IncomingMessage, response: ServerResponse): boolean {
    const { executor, asker: askerOf, logger } = this.#options;
    const fail = (error: unknown) => {
      logger.error({ err: error }, 'request failed');
      this.#send(response, 500, type, internalFault);
    };
    // No listener above this one catches an error: an uncaught one would end the process.
    try {
      const posted = readPosted(body);
      if (posted === undefined) return false;
      const known = executor.operations.find(posted.text, posted.operationName);
      const ready = known && executor.ready(known, posted.values);
      if (known === undefined || ready === undefined) return false;
      const asker = askerOf(headers, response);
      executor
        .run(ready, asker)
        .then(({ errors, text }) => {
          logOperation(logger, { operation: known.operation, startedAt: asker.startedAt, status: 200, errors });
          this.#send(response, 200, type, text);
        })
        .catch(fail);
    } catch (error) {
      fail(error);
    }
    return true;
  }

  #send(response: ServerResponse, status: number, type: string, text: string): void {
    // Its client may have gone.
    if (response.destroyed) return;
    const head = ['content-type', type, 'content-length', String(Buffer.byteLength(text))];
    // A connection whose last answer comes while the gateway closes is not kept alive: the gateway would wait for it.
    if (this.#options.isClosing()) head.push('connection', 'close');
    response.writeHead(status, head);
    response.end(text);
  }
}
