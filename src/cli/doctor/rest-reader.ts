import { setTimeout } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Key } from '../../engine/contract/entity.ts';
import type { Operation } from '../../engine/contract/operation.ts';
import { retryAfterOf } from '../../engine/http/response.ts';
import { codeOf } from '../../engine/http/upstream-failures.ts';
import { urlOf } from '../../engine/http/url.ts';

export interface ReaderOptions {
  /** Base address of the service, without `/v1`. */
  readonly upstream: URL;
  readonly token: string;
  readonly maxCalls: number;
  /** Most calls at once. */
  readonly concurrency: number;
  /** Timeout of one call, in milliseconds. */
  readonly timeoutMs: number;
}

export type Query = Readonly<Record<string, string | number>>;

/** What a call returned: JSON with its status, a status without JSON, or the reason why there is neither. */
export type Reply =
  | { readonly kind: 'json'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** Not sent: all calls are used up. */
  | { readonly kind: 'unsent' };

/** Largest response, in bytes. */
const maxBytes = 33_554_432;

/** How often a call is sent again after 429, 502, 503 or 504. */
const maxRetries = 3;

/** Longest wait for a service that limits its clients, in milliseconds. */
const maxWaitMs = 60_000;

/** First wait before a call is sent again, where the service names none, in milliseconds. */
const firstWaitMs = 500;

const transient: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Reads from a REST service with GET, and with no other method. Redirects are not followed: the token is for one host. */
export class RestReader {
  readonly #options: ReaderOptions;
  readonly #agent: Agent;
  /** When the service takes calls again. */
  #resumeAt = 0;
  #calls = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#agent = new Agent({ connections: options.concurrency, pipelining: 1 });
  }

  get calls(): number {
    return this.#calls;
  }

  get isExhausted(): boolean {
    return this.#calls >= this.#options.maxCalls;
  }

  /** Sends a GET; again after a status that says to wait. Never rejects for what the service does. */
  async get(operation: Operation, path: Key, query: Query = {}): Promise<Reply> {
    for (let retries = 0; ; retries++) {
      const wait = this.#resumeAt - Date.now();
      if (wait > 0) await setTimeout(wait);
      if (this.isExhausted) return { kind: 'unsent' };
      this.#calls += 1;
      const { reply, retryAfter } = await this.#send(urlOf(operation, path, query));
      const isTransient = reply.kind !== 'unsent' && 'status' in reply && transient.has(reply.status);
      if (!isTransient || retries === maxRetries) return reply;
      this.#pause(retryAfter, retries);
    }
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  /** All calls wait, not only the one that was rejected. */
  #pause(retryAfter: number | undefined, retries: number): void {
    const wait = retryAfter === undefined ? firstWaitMs * 2 ** retries : retryAfter * 1000;
    this.#resumeAt = Math.max(this.#resumeAt, Date.now() + Math.min(wait, maxWaitMs));
  }

  async #send(url: string): Promise<{ reply: Reply; retryAfter?: number | undefined }> {
    const { upstream, token, timeoutMs } = this.#options;
    const base = upstream.href.replace(/\/$/, '');
    try {
      const {
        statusCode: status,
        headers,
        body,
      } = await request(base + url, {
        method: 'GET',
        dispatcher: this.#agent,
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { reply: replyOf(status, await readText(body)), retryAfter: retryAfterOf({ headers }) };
    } catch (error) {
      return { reply: { kind: 'failed', reason: this.#reasonOf(error) } };
    }
  }

  #reasonOf(error: unknown): string {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    return isTimeout ? `no response within ${this.#options.timeoutMs} ms` : codeOf(error);
  }
}

/** The text of a body; undefined if it is too large. */
async function readText(body: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function replyOf(status: number, text: string | undefined): Reply {
  if (status < 200 || status > 299) return { kind: 'status', status };
  if (text === undefined) return { kind: 'invalid', reason: `It is larger than ${maxBytes} bytes.` };
  if (text === '') return { kind: 'invalid', reason: 'It has no content.' };
  try {
    return { kind: 'json', status, body: JSON.parse(text) };
  } catch {
    return { kind: 'invalid', reason: 'It is not JSON.' };
  }
}
