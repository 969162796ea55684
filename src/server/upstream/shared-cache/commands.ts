import type { Result } from 'ioredis';
import type { RemoteEntry, RemoteLease, RemoteLookUp, RemoteResult, RemoteResults } from '../../../engine/engine.ts';
import type { RedisClient } from '../../redis/create-client.ts';
import { infoScript, invalidateScript, keepScript, lookUpScript, releaseScript } from './scripts.ts';

/** How long the clock is kept after it was last set, in milliseconds. */
const clockTtlMs = 86_400_000;
/** Most bytes of bodies in a reply, for which others in Redis wait; one body may be larger. */
const maxReplyBytes = 1_048_576;
/** For how long nobody waits for a response that could not be kept, in milliseconds. */
const uselessMs = 1000;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    docgraphLookUpBuffer(prefix: string, ...args: (string | number)[]): Result<unknown, Context>;
    docgraphKeep(prefix: string, ...args: (string | number | Buffer)[]): Result<unknown, Context>;
    docgraphInvalidate(prefix: string, ...args: (string | number)[]): Result<unknown, Context>;
    docgraphRelease(prefix: string, ...args: (string | number)[]): Result<unknown, Context>;
    docgraphInfo(key: string): Result<unknown, Context>;
  }
}

/** The commands of the shared cache, below a prefix of keys. */
export class CacheCommands {
  readonly #client: RedisClient;
  readonly #leaseMs: number;
  readonly #generationTtlMs: number;
  /** Changes with the process of Redis: what a new one has restored may be older than what was invalidated. */
  prefix = '';

  constructor(client: RedisClient, leaseMs: number, generationTtlMs: number) {
    this.#client = client;
    this.#leaseMs = leaseMs;
    this.#generationTtlMs = generationTtlMs;
    client.defineCommand('docgraphLookUp', { numberOfKeys: 1, lua: lookUpScript });
    client.defineCommand('docgraphKeep', { numberOfKeys: 1, lua: keepScript });
    client.defineCommand('docgraphInvalidate', { numberOfKeys: 1, lua: invalidateScript });
    client.defineCommand('docgraphRelease', { numberOfKeys: 1, lua: releaseScript });
    client.defineCommand('docgraphInfo', { numberOfKeys: 1, lua: infoScript });
  }

  /** What the server that has a key tells of itself. */
  async info(key: string): Promise<string> {
    return String(await this.#client.docgraphInfo(key));
  }

  /** Undefined where Redis has no room for a clock. */
  async lookUp(epoch: string, lookUps: readonly RemoteLookUp[]): Promise<RemoteResults | undefined> {
    const args = lookUps.flatMap(({ key, version, lease }) => [key, version, lease]);
    const limits = [clockTtlMs, this.#leaseMs, maxReplyBytes];
    const reply = await this.#client.docgraphLookUpBuffer(this.prefix, epoch, ...limits, ...args);
    if (!Array.isArray(reply)) return undefined;
    const [clock, seconds, microseconds, ...results] = reply as unknown[];
    const now = Number(seconds) * 1000 + Number(microseconds) / 1000;
    return { clock: String(clock), now, results: results.map(resultOf) };
  }

  /** Whether it is kept; undefined where Redis has no room. */
  async keep(entry: RemoteEntry): Promise<boolean | undefined> {
    const { key, clock, tags, version, startedAt, expiresAt, staleUntil, confirmableUntil, lease, body } = entry;
    const reply = await this.#client.docgraphKeep(
      this.prefix,
      key,
      clock,
      tags === undefined ? '!' : tags.join(),
      version,
      startedAt,
      Math.floor(expiresAt),
      lease,
      clockTtlMs,
      body,
      Math.floor(staleUntil),
      Math.floor(confirmableUntil),
    );
    return reply === -1 ? undefined : reply === 1;
  }

  async invalidate(epoch: string, tags: Iterable<string>): Promise<true> {
    await this.#client.docgraphInvalidate(this.prefix, epoch, clockTtlMs, this.#generationTtlMs, ...tags);
    return true;
  }

  async remove(key: string): Promise<true> {
    await this.#client.del(`${this.prefix}e:${key}`);
    return true;
  }

  async release(key: string, lease: string, isUseless: boolean): Promise<true> {
    await this.#client.docgraphRelease(this.prefix, key, lease, isUseless ? uselessMs : 0);
    return true;
  }
}

/** What the script says first of an entry that may be used as it is. */
const usable = 3;
/** What it says of one for which the reply has no room. */
const deferred = 4;
const leases: readonly RemoteLease[] = ['missing', 'granted', 'leased'];

/** Others may write to Redis, too: what is not as the script sends it is missing. */
function resultOf(reply: unknown): RemoteResult | 'deferred' {
  if (!Array.isArray(reply)) return leaseOf(reply);
  const [code, isCurrent, remainingMs, version = '', startedAt = 0, tags = '', body] = reply as (
    | number
    | Buffer
    | undefined
  )[];
  if (code === deferred) return 'deferred';
  const joined = String(tags);
  const found = {
    version: String(version),
    remainingMs: Number(remainingMs),
    startedAt: Number(startedAt),
    tags: joined === '!' ? undefined : joined.split(',').filter((tag) => tag !== ''),
    body: Buffer.isBuffer(body) ? body : undefined,
  };
  return code === usable ? found : { ...found, lease: leaseOf(code), isCurrent: isCurrent === 1 };
}

function leaseOf(code: unknown): RemoteLease {
  return leases[Number(code)] ?? 'missing';
}
