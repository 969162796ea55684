import type { Logger } from 'pino';
import type { RedisAddress } from '../../redis/redis-address.ts';
import { LruCache } from '../../runtime/lru-cache.ts';
import type { RedisTexts } from './redis-texts.ts';

/** Apollo's keys end with the hash that the client sent, which may be any text. */
const keyForm = /^apq:([\da-f]{64})$/;

/**
 * The texts of automatic persisted queries (APQ), in the form that Apollo uses. They are kept in memory, at most 10,000 texts
 * and 8,388,608 characters, and shared in Redis where it is set.
 */
export class PersistedQueries {
  readonly #texts = new LruCache<string>({
    entries: 5000,
    characters: 5000 * 64,
    weight: 4_194_304,
    weightOf: ({ length }) => length,
  });
  readonly #address: RedisAddress | undefined;
  readonly #logger: Logger;
  #redis: Promise<RedisTexts> | undefined;
  #connectedRedis: RedisTexts | undefined;
  #isClosed = false;

  constructor(address: RedisAddress | undefined, logger: Logger) {
    this.#address = address;
    this.#logger = logger;
  }

  /** Apollo has no text for undefined. Never rejects. */
  async get(key: string): Promise<string | undefined> {
    const hash = keyForm.exec(key)?.[1];
    if (hash === undefined) return undefined;
    const known = this.#texts.get(hash);
    if (known !== undefined) return known;
    const shared = await (await this.#connected())?.get(hash);
    if (shared !== undefined) this.#texts.set(hash, shared);
    return shared;
  }

  /** Apollo has checked the text's hash. */
  async set(key: string, text: string): Promise<void> {
    const hash = keyForm.exec(key)?.[1];
    if (hash !== undefined && this.#texts.get(hash) === undefined) this.#texts.set(hash, text);
  }

  /** Shares a text that is more than what anyone can send. Never rejects. */
  async share(hash: string, text: string): Promise<void> {
    await (await this.#connected())?.set(hash, text);
  }

  async delete(): Promise<void> {}

  /** Whether Redis can be used; undefined where it is not set, and before a client uses a persisted query. */
  get isRedisUp(): boolean | undefined {
    return this.#connectedRedis?.isUp;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    (await this.#redis)?.close();
  }

  /** Connects when a client first uses a persisted query: most gateways have none. */
  #connected(): Promise<RedisTexts> | undefined {
    if (this.#address === undefined || this.#isClosed) return undefined;
    this.#redis ??= this.#connect(this.#address);
    return this.#redis;
  }

  async #connect(address: RedisAddress): Promise<RedisTexts> {
    // Loaded only when it is used: it takes a tenth of a second.
    const { RedisTexts } = await import('./redis-texts.ts');
    this.#connectedRedis = await RedisTexts.connect(address, this.#logger);
    return this.#connectedRedis;
  }
}
