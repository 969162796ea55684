import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { RedisAddress } from '../../redis/redis-address.ts';
import { RedisConnection } from '../../redis/redis-connection.ts';
import { TimeWindow } from '../../runtime/time-window.ts';

/** The keys of another version of this format are not read. */
const keyPrefix = 'docgraph:apq:1:';

/** How long a text is kept after it was last registered, in seconds. */
const lifetimeSeconds = 86_400;

/** Longest text that is shared, in bytes. */
const maxBytes = 65_536;

/** Most that a process shares in an hour, in bytes: more than all operations of a release of a large client. */
const maxBytesPerHour = 4_194_304;
const hourMs = 3_600_000;

/** Maximum time that the first request waits for a connection, in milliseconds. */
const connectTimeoutMs = 100;

/** Longest time for which a Redis that fails again and again is not probed, in milliseconds. */
const maxProbeIntervalMs = 30_000;

/** Texts of persisted queries by their SHA-256 in hex, which several processes share. */
export class RedisTexts {
  readonly #connection: RedisConnection;
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #shared = new TimeWindow(maxBytesPerHour, hourMs);

  private constructor(address: RedisAddress, logger: Logger) {
    this.#logger = logger;
    this.#connection = new RedisConnection({
      address,
      logger,
      usesAllNodes: true,
      maxProbeIntervalMs,
      // A write, as Redis may accept reads alone.
      probe: (client) => client.set(`${keyPrefix}probe`, '', 'EX', 1),
      messages: {
        up: 'persisted queries are shared in Redis',
        down: 'Redis is not available: each process keeps its own persisted queries',
      },
    });
  }

  /** Connects. Also resolves where Redis is not available: it is then used when it becomes available. */
  static async connect(address: RedisAddress, logger: Logger): Promise<RedisTexts> {
    const texts = new RedisTexts(address, logger);
    await texts.#connection.settled(connectTimeoutMs);
    return texts;
  }

  /** Undefined where Redis has no text of this hash, or does not reply in time. Never rejects. */
  async get(hash: string): Promise<string | undefined> {
    const { client } = this.#connection;
    const bytes = await this.#connection.run(() => client.getrangeBuffer(keyPrefix + hash, 0, maxBytes));
    if (bytes === undefined || bytes.length === 0) return undefined;
    // Others may write to Redis, too.
    if (bytes.length <= maxBytes && createHash('sha256').update(bytes).digest('hex') === hash) return bytes.toString();
    this.#logger.warn({ hash }, 'a persisted query in Redis does not match its hash');
    return undefined;
  }

  /** Never rejects. */
  async set(hash: string, text: string): Promise<void> {
    const bytes = Buffer.byteLength(text);
    if (bytes > maxBytes || !this.#shared.take(bytes)) return;
    await this.#connection.run(() => this.#connection.client.set(keyPrefix + hash, text, 'EX', lifetimeSeconds));
  }

  /** Whether Redis can be used. */
  get isUp(): boolean {
    return this.#connection.isUp;
  }

  close(): void {
    this.#connection.close();
  }
}
