import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Batch, type BatchFrame } from './batch.ts';

/** Batches that wait while the receiver is slow: 4 MiB of spans. Later ones are dropped. */
const maxBatches = 16;

/** How many times a batch is sent, and the longest time between two times. */
const maxSends = 5;
const firstBackoffMs = 500;
const maxBackoffMs = 15_000;

/** At most one log line about dropped spans in this time, in milliseconds. */
const reportEveryMs = 10_000;

/** What became of a batch. */
export type SendResult =
  /** `rejected`: the number of its spans that the receiver does not take. */
  | { readonly kind: 'sent'; readonly rejected?: number }
  /** It may be sent again, after this time in milliseconds where the receiver says so. `cause` is a status or an error code. */
  | { readonly kind: 'retryable'; readonly cause: string; readonly retryAfterMs: number | undefined }
  | { readonly kind: 'rejected'; readonly cause: string };

/** Sends batches, one at a time. */
export interface BatchSender {
  /** Must not reject. */
  send(body: Buffer): Promise<SendResult>;
  /** Ends what is being sent. */
  close(): Promise<void>;
}

export interface ExportQueueOptions {
  frame: BatchFrame;
  sender: BatchSender;
  /** A batch that is not full is sent after this time, in milliseconds. */
  delayMs: number;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Collects spans in batches, and sends these one after the other. Nothing waits for it: spans that find no room, and those of
 * batches that cannot be sent, are dropped and counted.
 */
export class ExportQueue {
  readonly #options: ExportQueueOptions;
  /** Complete batches in their order; the first is being sent. */
  readonly #waiting: Batch[] = [];
  /** Batches that were sent, to be used again. */
  readonly #free: Batch[] = [];
  #open: Batch | undefined = undefined;
  #timer: NodeJS.Timeout | undefined = undefined;
  #sending: Promise<void> | undefined = undefined;
  /** Also ends the wait before the next time that a batch is sent. */
  readonly #closing = new AbortController();
  #dropped = 0;
  #unreported = 0;
  #cause = '';
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ExportQueueOptions) {
    this.#options = options;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** The batch that the next span is written to; undefined where there is no room, and the span is dropped. */
  next(): Batch | undefined {
    if (this.#open?.isFull) this.#complete();
    this.#open ??= this.#newBatch();
    if (this.#open === undefined) {
      this.#drop(1, 'QUEUE_FULL');
      return undefined;
    }
    if (this.#timer === undefined) this.#startTimer();
    return this.#open;
  }

  /** Sends what it holds, for at most so many milliseconds. Never rejects. */
  async close(timeoutMs: number): Promise<void> {
    this.#closing.abort();
    this.#complete();
    const sent = new AbortController();
    await Promise.race([this.#sending, delay(timeoutMs, undefined, { signal: sent.signal })]);
    sent.abort();
    const unsent = this.#waiting.splice(0);
    await this.#options.sender.close();
    for (const { spans } of unsent) this.#drop(spans, 'SHUTDOWN');
    this.#report(0);
  }

  #newBatch(): Batch | undefined {
    if (this.#waiting.length >= maxBatches) return undefined;
    return this.#free.pop() ?? new Batch(this.#options.frame);
  }

  #startTimer(): void {
    this.#timer = setTimeout(() => this.#completeInTime(), this.#options.delayMs).unref();
  }

  /** While a batch is being sent, the open one is better filled. */
  #completeInTime(): void {
    if (this.#sending === undefined) this.#complete();
    else this.#timer?.refresh();
  }

  #complete(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#open === undefined) return;
    this.#waiting.push(this.#open);
    this.#open = undefined;
    this.#sending ??= this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    for (let batch = this.#waiting[0]; batch !== undefined; batch = this.#waiting[0]) {
      const cause = await this.#sendOne(batch);
      // After the end of a shutdown, nothing waits any more.
      if (this.#waiting[0] !== batch) break;
      this.#waiting.shift();
      if (cause !== undefined) this.#drop(batch.spans, cause);
      batch.clear();
      if (this.#free.length < 2) this.#free.push(batch);
    }
    this.#sending = undefined;
  }

  /** Undefined where it was sent; otherwise why it was not. */
  async #sendOne(batch: Batch): Promise<string | undefined> {
    const body = batch.complete();
    for (let sends = 1; ; sends++) {
      const result = await this.#options.sender.send(body);
      if (result.kind === 'sent') {
        if (result.rejected) this.#drop(Math.min(result.rejected, batch.spans), 'PARTIAL_SUCCESS');
        return undefined;
      }
      if (result.kind === 'rejected' || sends >= maxSends || this.#closing.signal.aborted) return result.cause;
      const backoffMs = Math.random() * firstBackoffMs * 2 ** sends;
      await this.#pause(Math.min(Math.max(backoffMs, result.retryAfterMs ?? 0), maxBackoffMs));
    }
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { ref: false, signal: this.#closing.signal }).catch(() => {});
  }

  #drop(spans: number, cause: string): void {
    this.#dropped += spans;
    this.#unreported += spans;
    this.#cause = cause;
    // A shutdown ends with one line for all.
    if (!this.#closing.signal.aborted) this.#report(reportEveryMs);
  }

  /** Logs the spans that were dropped since the last line, if that is long enough ago. */
  #report(everyMs: number): void {
    const now = performance.now();
    if (this.#unreported === 0 || now - this.#reportedAt < everyMs) return;
    this.#options.logger.warn(
      { dropped: this.#unreported, cause: this.#cause },
      'spans were dropped, as they could not be exported',
    );
    this.#reportedAt = now;
    this.#unreported = 0;
  }
}
