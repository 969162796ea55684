import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Dispatcher, Pool } from 'undici';
import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import { matchCall, type RestCall } from '../../../src/engine/conversion/match-call.ts';
import { contract, endpoints } from '../../../src/resources/contract.ts';
import { dialect } from '../../../src/resources/dialect.ts';
import { allHandlers } from '../../../src/sandbox/all-handlers.ts';
import { createClock } from '../../../src/sandbox/clock.ts';
import { RestError } from '../../../src/sandbox/errors.ts';
import type { Handler } from '../../../src/sandbox/handlers.ts';
import type { Random } from '../../../src/sandbox/random.ts';
import { type RouteSettings, routeHandler } from '../../../src/sandbox/routes.ts';
import { seedStore } from '../../../src/sandbox/seed/index.ts';

interface CalledResponse {
  readonly status: number;
  readonly body: string;
}

/** Most turns of the event loop that a request, or a response, takes on its way. */
const maxTurns = 3;

let lastPort = 1;

/** Small pages take less time, and the records in them are chosen more often. */
const pageSize = 10;

/**
 * The sandbox without HTTP: while it is open, the pools of undici in this process call its operations. A request takes a few turns of the
 * event loop on its way, and so does its response, by chance: they overtake each other as on a network, the same way for the same seed.
 */
export class CalledSandbox {
  /** Of each sandbox another one, as caches may outlive it. It is never connected to. */
  readonly url = `http://127.0.0.1:${lastPort++}`;
  readonly #settings: RouteSettings;
  readonly #handlers: ReadonlyMap<Endpoint, ReturnType<typeof routeHandler>>;
  readonly #random: Random;
  readonly #hasETags: boolean;
  /** What the URLs of reads are. */
  readonly #matches = new Map<string, RestCall>();
  readonly #dispatch = Pool.prototype.dispatch;

  constructor(random: Random, hasETags: boolean) {
    this.#random = random;
    this.#hasETags = hasETags;
    const store = seedStore(createClock(), 1);
    store.background.configure({ delayMs: 600_000 });
    const paging = { pageSize, maxServedPageSize: dialect.paging.maxLimit };
    this.#settings = { store, latencyMs: 0, injectFault: () => undefined, paging };
    this.#handlers = handlersOf(this.#settings);
    Pool.prototype.dispatch = (options, handler) => {
      void this.#serve(options, handler);
      return true;
    };
  }

  close(): void {
    Pool.prototype.dispatch = this.#dispatch;
    this.#settings.store.background.close();
  }

  async #serve(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): Promise<void> {
    handler.onConnect?.(() => {});
    await this.#travel();
    const { status, body, headers } = this.#tagged(request, await this.#respond(request));
    await this.#travel();
    handler.onHeaders?.(
      status,
      headers.map((text) => Buffer.from(text)),
      () => {},
      '',
    );
    if (body !== '') handler.onData?.(Buffer.from(body));
    handler.onComplete?.([]);
  }

  async #travel(): Promise<void> {
    for (let turns = 1 + this.#random.below(maxTurns); turns > 0; turns--) await setImmediate();
  }

  async #respond({ method, path: url, headers, body: text }: Dispatcher.DispatchOptions): Promise<CalledResponse> {
    const { endpoint, path, query, body } = method === 'GET' ? this.#readAt(url) : callOf(method, url, text as string);
    const request = {
      params: path,
      query: Object.fromEntries(query),
      body,
      headers: { authorization: authorizationIn(headers as string[]) },
    };
    const reply = new CalledReply();
    try {
      await this.#handlers.get(endpoint)?.(request as unknown as FastifyRequest, reply as unknown as FastifyReply);
      return reply;
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      const { status, code, message } = error;
      return { status, body: JSON.stringify({ error: { code, message } }) };
    }
  }

  #readAt(url: string): RestCall {
    const known = this.#matches.get(url) ?? callOf('GET', url, null);
    this.#matches.set(url, known);
    return known;
  }

  /** With an ETag for each response that has status 200, or status 304 for a read that has it. */
  #tagged({ method, headers: asked }: Dispatcher.DispatchOptions, { status, body }: CalledResponse) {
    const headers = ['content-type', 'application/json'];
    if (!this.#hasETags || method !== 'GET' || status !== 200) return { status, body, headers };
    const etag = `"${hash('sha256', body, 'base64url')}"`;
    headers.push('etag', etag);
    return (asked as string[]).includes(etag) ? { status: 304, body: '', headers } : { status, body, headers };
  }
}

function callOf(method: string, url: string, body: string | null): RestCall {
  return matchCall(endpoints, { method, url, body: body ?? undefined });
}

/** What a handler sends. */
class CalledReply implements CalledResponse {
  status = 0;
  body = '';

  code(status: number): this {
    this.status = status;
    return this;
  }

  send(result: unknown): void {
    if (result !== undefined) this.body = JSON.stringify(result);
  }
}

function handlersOf(settings: RouteSettings) {
  const handlers = new Map<Endpoint, ReturnType<typeof routeHandler>>();
  for (const [group, operations] of Object.entries(contract)) {
    const ofGroup: Record<string, unknown> = allHandlers[group as keyof typeof contract];
    for (const [name, endpoint] of Object.entries<Endpoint>(operations)) {
      handlers.set(endpoint, routeHandler(endpoint, ofGroup[name] as Handler<Endpoint>, settings));
    }
  }
  return handlers;
}

/** In names and values in turn. */
function authorizationIn(headers: readonly string[]): string | undefined {
  const at = headers.indexOf('authorization');
  return at < 0 ? undefined : headers[at + 1];
}
