import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Maximum time that a request waits for a command by default, in milliseconds. */
const commandTimeoutMs = 100;

/** Time between two probes of a Redis that failed, in milliseconds. */
const probeIntervalMs = 1000;

const maxReconnectDelayMs = 5000;

interface RedisConnectionOptions {
  url: string;
  logger: Logger;
  /** Maximum time that a request waits for a command, in milliseconds; 100 by default. */
  timeoutMs?: number;
  /** A command as the requests send it: `PING` also works where Redis rejects writes. */
  probe: (client: Redis) => Promise<unknown>;
  /** The log lines for its changes. */
  messages: { up: string; down: string };
}

/**
 * A connection that may fail: after a command that failed or took too long, no command is sent until a probe succeeds. Each
 * change is one log line, without the address, which may hold a password.
 */
export class RedisConnection {
  readonly client: Redis;
  readonly #options: RedisConnectionOptions;
  readonly #timeoutMs: number;
  #state: 'connecting' | 'up' | 'down' | 'closed' = 'connecting';
  #timer: NodeJS.Timeout | undefined;
  #isProbing = false;
  #lastError: unknown;
  #onSettled: (() => void) | undefined;

  constructor(options: RedisConnectionOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? commandTimeoutMs;
    this.client = new Redis(options.url, {
      connectTimeout: 1000,
      // For the commands with which the client opens a connection.
      commandTimeout: 1000,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: reconnectDelay,
      disableClientInfo: true,
    });
    this.client.on('error', (error: unknown) => {
      this.#lastError = error;
    });
    this.client.on('ready', () => void this.#probe());
    this.client.on('close', () => this.#failed(this.#lastError));
  }

  /** Waits until the first attempt to connect succeeds or fails, for at most `maxMs`. */
  async settled(maxMs: number): Promise<void> {
    if (this.#state !== 'connecting') return;
    const timer = setTimeout(() => this.#onSettled?.(), maxMs);
    await new Promise<void>((resolve) => {
      this.#onSettled = resolve;
    });
    clearTimeout(timer);
  }

  /** Sends a command. Undefined where it fails, or where Redis is not available; never rejects. */
  async run<Result>(command: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#state !== 'up') return undefined;
    try {
      return await within(this.#timeoutMs, command());
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  /** Whether commands are sent. */
  get isUp(): boolean {
    return this.#state === 'up';
  }

  close(): void {
    this.#state = 'closed';
    clearTimeout(this.#timer);
    this.#onSettled?.();
    this.client.disconnect();
  }

  #failed(error: unknown): void {
    if (this.#state === 'closed' || this.#state === 'down') return;
    this.#state = 'down';
    const reason = reasonOf(error);
    this.#options.logger.warn({ reason }, this.#options.messages.down);
    this.#probeLater();
    this.#onSettled?.();
  }

  #probeLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#probe(), probeIntervalMs).unref();
  }

  async #probe(): Promise<void> {
    if (this.#isProbing || this.#state === 'closed') return;
    this.#isProbing = true;
    try {
      if (this.client.status === 'ready') {
        await within(this.#timeoutMs, this.#options.probe(this.client));
        this.#succeeded();
      }
    } catch (error) {
      this.#failed(error);
      // A frozen Redis keeps the connection open, and the client keeps each command that waits for a reply.
      if (error instanceof TimeoutError && this.client.status === 'ready') this.client.disconnect(true);
    } finally {
      this.#isProbing = false;
    }
    if (this.#state === 'down') this.#probeLater();
  }

  #succeeded(): void {
    if (this.#state === 'closed' || this.#state === 'up') return;
    this.#state = 'up';
    this.#lastError = undefined;
    this.#options.logger.info(this.#options.messages.up);
    this.#onSettled?.();
  }
}

class TimeoutError extends Error {
  readonly code = 'TIMEOUT';
}

/** Rejects with a TimeoutError after a time. */
function within<Result>(ms: number, result: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    // This process may have been busy all the time: a reply that has arrived is read before the immediate.
    const timer = setTimeout(() => setImmediate(() => reject(new TimeoutError())), ms);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Backoff with jitter, in milliseconds, so that many processes do not reconnect at once. */
function reconnectDelay(attempt: number): number {
  const delay = Math.min(100 * 2 ** Math.min(attempt, 10), maxReconnectDelayMs);
  return delay * (0.5 + Math.random() / 2);
}

/**
 * The code of an error, such as `ECONNREFUSED`, or `WRONGPASS` at the start of a reply. The whole error may contain the
 * command, with a password. The client's own errors have no code: the connection was lost.
 */
function reasonOf(error: unknown): string {
  const { code, message = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return code ?? /^[A-Z]{3,}\b/.exec(message)?.[0] ?? 'CLOSED';
}
