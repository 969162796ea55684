import { isUtf8 } from 'node:buffer';
import { setTimeout } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import {
  codeOf,
  connectorOf,
  DecompressionError,
  decompress,
  type Endpoint,
  isKnownEncoding,
  type Key,
  parseBody,
  retryAfterOf,
  tooLarge,
  type UpstreamRoute,
  unknownEncoding,
  urlOf,
} from '../../engine/engine.ts';
import { readBytes } from '../../server/runtime/read-bytes.ts';

export interface ReaderOptions {
  /** Base address of the service, without `/v1`. */
  readonly upstream: URL;
  /** How it is reached. Left out: at the addresses of its name. */
  readonly route?: UpstreamRoute | undefined;
  readonly token: string;
  /** Of all calls, in addition to those of the reader. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly maxCalls: number;
  /** Most calls at once. */
  readonly concurrency: number;
  /** Timeout of one call, in milliseconds. */
  readonly timeoutMs: number;
  /** Largest response, decompressed, in bytes. */
  readonly maxBytes: number;
}

export type Query = Readonly<Record<string, string | number>>;

/** JSON of a response with a status of success. */
export interface JsonReply {
  readonly kind: 'json';
  readonly status: number;
  readonly body: unknown;
  readonly contentType: string | undefined;
}

/** What a call returned: JSON, a status without JSON, or the reason why there is neither. */
export type Reply =
  | JsonReply
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** Not sent: all calls are used up, or the token is not accepted any more. */
  | { readonly kind: 'unsent' };

/** A call that was accepted, and is not any more. */
export interface TokenRejection {
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly status: number;
  readonly calls: number;
}

/** How often a call is sent again after 429, 502, 503 or 504. */
const maxRetries = 3;

/** Longest wait for a service that limits its clients, in milliseconds. */
const maxWaitMs = 60_000;

/** First wait before a call is sent again, where the service names none, in milliseconds. */
const firstWaitMs = 500;

const transient: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const rejecting: ReadonlySet<number> = new Set([401, 403]);

/** Reads from a REST service with GET, and with no other method. Redirects are not followed: the token is for one host. */
export class RestReader {
  readonly #options: ReaderOptions;
  readonly #pool: Pool;
  readonly #prefix: string;
  /** When the service takes calls again. */
  #resumeAt = 0;
  #calls = 0;
  /** The first call that the token was accepted for. */
  #accepted: { readonly endpoint: Endpoint; readonly url: string } | undefined;
  /** The operations after whose rejection the accepted call was sent again. */
  readonly #verified = new Set<Endpoint>();
  #rejection: TokenRejection | undefined;

  constructor(options: ReaderOptions) {
    this.#options = options;
    const { upstream, route = {}, concurrency: connections, timeoutMs } = options;
    this.#prefix = upstream.pathname.replace(/\/+$/, '');
    this.#pool = new Pool(upstream.origin, { connect: connectorOf(route, { timeoutMs }), connections, pipelining: 1 });
  }

  get calls(): number {
    return this.#calls;
  }

  get isExhausted(): boolean {
    return this.#calls >= this.#options.maxCalls;
  }

  /** Set when the token is rejected for a call that it was accepted for: no further call is sent. */
  get rejection(): TokenRejection | undefined {
    return this.#rejection;
  }

  /** Whether no further call is sent. */
  get hasEnded(): boolean {
    return this.isExhausted || this.#rejection !== undefined;
  }

  /** Sends a GET; again after a status that says to wait. Never rejects for what the service does. */
  async get(endpoint: Endpoint, path: Key, query: Query = {}): Promise<Reply> {
    const url = urlOf(endpoint, path, query);
    const reply = await this.#get(url);
    if (reply.kind === 'json') this.#accepted ??= { endpoint, url };
    if (reply.kind !== 'status' || !rejecting.has(reply.status)) return reply;
    await this.#verifyToken(endpoint);
    return this.#rejection === undefined ? reply : { kind: 'unsent' };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** Sends the accepted call again, once for each operation that rejects the token: it may lack rights, or have expired. */
  async #verifyToken(endpoint: Endpoint): Promise<void> {
    const accepted = this.#accepted;
    if (accepted === undefined || this.#rejection !== undefined || this.#verified.has(endpoint)) return;
    this.#verified.add(endpoint);
    const calls = this.#calls;
    const reply = await this.#get(accepted.url);
    if (reply.kind !== 'status' || !rejecting.has(reply.status)) return;
    this.#rejection ??= { ...accepted, status: reply.status, calls };
  }

  async #get(url: string): Promise<Reply> {
    for (let retries = 0; ; retries++) {
      const wait = this.#resumeAt - Date.now();
      if (wait > 0) await setTimeout(wait);
      if (this.hasEnded) return { kind: 'unsent' };
      this.#calls += 1;
      const { reply, retryAfter } = await this.#send(url);
      const isTransient = reply.kind === 'status' && transient.has(reply.status);
      if (!isTransient || retries === maxRetries) return reply;
      this.#pause(retryAfter, retries);
    }
  }

  /** All calls wait, not only the one that was rejected. */
  #pause(retryAfter: number | undefined, retries: number): void {
    const wait = retryAfter === undefined ? firstWaitMs * 2 ** retries : retryAfter * 1000;
    this.#resumeAt = Math.max(this.#resumeAt, Date.now() + Math.min(wait, maxWaitMs));
  }

  async #send(url: string): Promise<{ reply: Reply; retryAfter?: number | undefined }> {
    const { token, headers, timeoutMs, maxBytes } = this.#options;
    try {
      const response = await this.#pool.request({
        path: this.#prefix + url,
        method: 'GET',
        headers: { ...headers, authorization: `Bearer ${token}`, accept: 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
      });
      const reply = await replyOf(response, maxBytes);
      return { reply, retryAfter: retryAfterOf(headerIn(response, 'retry-after')) };
    } catch (error) {
      return { reply: { kind: 'failed', reason: this.#reasonOf(error) } };
    }
  }

  #reasonOf(error: unknown): string {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    return isTimeout ? `no response within ${this.#options.timeoutMs} ms` : codeOf(error);
  }
}

function headerIn({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  return headers[name]?.toString();
}

async function replyOf(response: Dispatcher.ResponseData, maxBytes: number): Promise<Reply> {
  const { statusCode: status } = response;
  const bytes = await readBytes(response.body, maxBytes);
  if (status < 200 || status > 299) return { kind: 'status', status };
  if (bytes === undefined) return invalid(tooLarge(maxBytes));
  if (bytes.length === 0) return invalid('has no content.');
  const encoding = headerIn(response, 'content-encoding')?.toLowerCase() ?? 'identity';
  try {
    const text = await decode(bytes, encoding, maxBytes);
    if (!isUtf8(text)) return invalid('is not UTF-8.');
    const contentType = headerIn(response, 'content-type');
    const body = parseBody(text);
    return body === undefined ? invalid('is not JSON.') : { kind: 'json', status, body, contentType };
  } catch (error) {
    if (error instanceof DecompressionError) return invalid(error.message);
    throw error;
  }
}

/** `reason` is the rest of a sentence about the response. */
function invalid(reason: string): Reply {
  return { kind: 'invalid', reason: `It ${reason}` };
}

/** The body as the gateway decompresses it. Rejects with a DecompressionError. */
async function decode(body: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  if (encoding === 'identity') return body;
  if (isKnownEncoding(encoding)) return decompress(encoding, body, maxBytes);
  throw new DecompressionError(unknownEncoding(encoding));
}
