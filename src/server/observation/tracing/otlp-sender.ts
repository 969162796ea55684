import { EventEmitter } from 'node:events';
import { Client } from 'undici';
import { codeOf, retryAfterOf } from '../../../engine/engine.ts';
import type { BatchSender, SendResult } from './export-queue.ts';

export interface OtlpTarget {
  /** Address that the traces are sent to, with its path. */
  readonly url: URL;
  /** Sent with each batch. They may hold credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** By the specification of OTLP/HTTP. */
const retryableStatuses = new Set([429, 502, 503, 504]);

/** Sends batches to an OTLP receiver over HTTP (https://opentelemetry.io/docs/specs/otlp/#otlphttp), one at a time. */
export class OtlpSender implements BatchSender {
  readonly #target: OtlpTarget;
  readonly #client: Client;

  constructor(target: OtlpTarget) {
    const { url, timeoutMs } = target;
    this.#target = target;
    this.#client = new Client(url.origin, { connect: { timeout: timeoutMs }, pipelining: 1 });
  }

  /** Never rejects. */
  async send(body: Buffer): Promise<SendResult> {
    const { url, headers, timeoutMs } = this.#target;
    // An AbortSignal would take half of the time that a batch takes to send.
    const deadline = new EventEmitter();
    const timer = setTimeout(() => deadline.emit('abort'), timeoutMs).unref();
    try {
      const response = await this.#client.request({
        method: 'POST',
        path: url.pathname + url.search,
        headers: { ...headers, 'content-type': 'application/x-protobuf' },
        body,
        signal: deadline,
      });
      await response.body.dump();
      return resultOf(response.statusCode, response.headers['retry-after']);
    } catch (error) {
      const code = codeOf(error);
      // Nothing but the deadline aborts it.
      return { kind: 'retryable', cause: code === 'UND_ERR_ABORTED' ? 'TIMEOUT' : code, retryAfterMs: undefined };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the connection, and what is being sent. */
  close(): Promise<void> {
    return this.#client.destroy();
  }
}

function resultOf(status: number, retryAfter: string | string[] | undefined): SendResult {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const cause = String(status);
  if (!retryableStatuses.has(status)) return { kind: 'rejected', cause };
  const seconds = retryAfterOf(retryAfter?.toString());
  return { kind: 'retryable', cause, retryAfterMs: seconds && seconds * 1000 };
}
