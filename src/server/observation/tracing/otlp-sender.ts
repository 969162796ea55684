import { EventEmitter } from 'node:events';
import { Client } from 'undici';
import { codeOf, retryAfterOf } from '../../../engine/engine.ts';
import { readBytes } from '../../runtime/read-bytes.ts';
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

/** Longest response that is read, in bytes: it may have a message for people. */
const maxResponseBytes = 65_536;

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
      // The status is known, whatever becomes of the rest.
      const received = await readBytes(response.body, maxResponseBytes).catch(() => undefined);
      return resultOf(response.statusCode, response.headers['retry-after'], received);
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

function resultOf(status: number, retryAfter: string | string[] | undefined, body?: Buffer): SendResult {
  if (status >= 200 && status < 300) return { kind: 'sent', rejected: body && rejectedSpansIn(body) };
  const cause = String(status);
  if (!retryableStatuses.has(status)) return { kind: 'rejected', cause };
  const seconds = retryAfterOf(retryAfter?.toString());
  return { kind: 'retryable', cause, retryAfterMs: seconds && seconds * 1000 };
}

/**
 * `partial_success.rejected_spans` of an `ExportTraceServiceResponse`: the first field of the first field, both with the number 1. 0 where
 * there is none.
 */
function rejectedSpansIn(response: Buffer): number {
  const start = endOfVarint(response, 1);
  if (response[0] !== 0x0a || response[start] !== 0x08) return 0;
  let rejected = 0;
  for (let at = endOfVarint(response, start + 1) - 1; at > start; at--) {
    rejected = rejected * 0x80 + ((response[at] ?? 0) & 0x7f);
  }
  return rejected;
}

function endOfVarint(bytes: Buffer, start: number): number {
  let at = start;
  while ((bytes[at] ?? 0) >= 0x80) at++;
  return at + 1;
}
