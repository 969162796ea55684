import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RemoteEntry, RemoteLookUp, RemoteResults, RemoteStore } from '../../../engine/engine.ts';
import type { RedisAddress } from '../../redis/redis-address.ts';
import { RedisConnection } from '../../redis/redis-connection.ts';
import { CacheCommands } from './commands.ts';
import { OwedTags } from './owed-tags.ts';

/** The keys of another version of this format are not read. */
const keyPrefix = 'docgraph:cache:2:';

/** How long a tag's generation is kept beyond the entries that it is for, in milliseconds. */
const generationGraceMs = 60_000;

/** Time between two attempts to make up for an invalidation, in milliseconds. */
const retryMs = 1000;

/** How long a store that is closed tries to tell Redis what it owes, in milliseconds: time for two probes. */
const lastAttemptsMs = 2500;
const lastAttemptEveryMs = 50;

/** Most bytes that wait to be sent; an entry that does not fit is not kept. */
const maxSendingBytes = 2_097_152;

export interface RedisStoreOptions {
  readonly address: RedisAddress;
  /** The part of Redis that belongs to the secret and the service. */
  readonly namespace: string;
  /** The tag of all entries. */
  readonly everything: string;
  /** After this time, in milliseconds, Redis counts as unavailable. */
  readonly timeoutMs: number;
  /** Longest time that an entry is kept, in milliseconds. */
  readonly ttlMs: number;
  readonly leaseMs: number;
  readonly logger: Logger;
}

/** Responses that several gateways share in one Redis. */
export class RedisStore implements RemoteStore {
  readonly #connection: RedisConnection;
  readonly #commands: CacheCommands;
  readonly #owed: OwedTags;
  readonly #everything: string;
  readonly #namespace: string;
  /** The process of Redis that was used last; undefined before the first one. */
  #runId: string | undefined;
  #sendingBytes = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Commands that failed, took too long, or found no room. */
  errors = 0;

  constructor({ address, namespace, everything, timeoutMs, ttlMs, leaseMs, logger }: RedisStoreOptions) {
    // Braces keep all keys in one slot of a cluster, as the scripts need them.
    this.#namespace = address.isCluster ? `{${namespace}}` : namespace;
    this.#everything = everything;
    this.#owed = new OwedTags(everything);
    this.#connection = new RedisConnection({
      address,
      logger,
      timeoutMs,
      probe: () => this.#synchronize(),
      messages: {
        up: 'the response cache is shared in Redis',
        down: 'Redis is not available: no response is kept until it is',
      },
    });
    this.#commands = new CacheCommands(this.#connection.client, leaseMs, ttlMs + generationGraceMs);
  }

  /** Waits until the first attempt to connect succeeds or fails, for at most `maxMs`. */
  async settled(maxMs: number): Promise<void> {
    await this.#connection.settled(maxMs);
  }

  /** What was invalidated without Redis has to be made up for before anything of it is used. */
  get isUp(): boolean {
    return this.#connection.isUp && this.#owed.isEmpty;
  }

  async lookUp(lookUps: readonly RemoteLookUp[]): Promise<RemoteResults | undefined> {
    return await this.#run(() => this.#commands.lookUp(newEpoch(), lookUps));
  }

  keep(entry: RemoteEntry): void {
    if (this.#sendingBytes + entry.body.length <= maxSendingBytes) void this.#keep(entry);
    else this.#reject(entry);
  }

  remove(key: string): void {
    void this.#run(() => this.#commands.remove(key));
  }

  release(key: string, lease: string, isUseless: boolean): void {
    void this.#run(() => this.#commands.release(key, lease, isUseless));
  }

  async invalidate(tags: readonly string[]): Promise<boolean> {
    if (this.isUp) {
      const isInvalidated = await this.#run(() => this.#commands.invalidate(newEpoch(), tags));
      if (isInvalidated) return true;
    }
    this.#owed.add(tags);
    await this.#retry();
    return this.#owed.isEmpty;
  }

  /** Resolves when Redis knows of all that was invalidated: nobody else would tell it. Gives up where it stays unavailable. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retryTimer);
    const end = performance.now() + lastAttemptsMs;
    for (await this.#retry(); !this.#owed.isEmpty && performance.now() < end; await this.#retry()) {
      await delay(lastAttemptEveryMs);
    }
    this.#connection.close();
  }

  /** Nobody waits for what is not sent. */
  #reject({ key, lease }: RemoteEntry): void {
    this.errors++;
    if (lease !== '') this.release(key, lease, true);
  }

  async #keep(entry: RemoteEntry): Promise<void> {
    this.#sendingBytes += entry.body.length;
    await this.#run(() => this.#commands.keep(entry));
    this.#sendingBytes -= entry.body.length;
  }

  async #run<Result>(command: () => Promise<Result>): Promise<Result | undefined> {
    if (!this.#connection.isUp) return undefined;
    const result = await this.#connection.run(command);
    if (result === undefined) this.errors++;
    return result;
  }

  /** Learns which process of Redis this is, and tells it what it does not know. */
  async #synchronize(): Promise<void> {
    const runId = /^run_id:(\w+)/m.exec(await this.#commands.info(keyPrefix + this.#namespace))?.[1];
    if (runId === undefined) throw new Error('INFO has no run_id');
    this.#use(runId);
    await this.#pay();
  }

  /** What a process that was used before still has may be older than writes that another one was told of meanwhile. */
  #use(runId: string): void {
    if (this.#runId !== undefined && this.#runId !== runId) this.#owed.add([this.#everything]);
    this.#runId = runId;
    this.#commands.prefix = `${keyPrefix}${this.#namespace}:${runId}:`;
  }

  async #pay(): Promise<void> {
    while (!this.#owed.isEmpty) {
      const { all } = this.#owed;
      await this.#commands.invalidate(newEpoch(), all.keys());
      this.#owed.paid(all);
    }
  }

  /** The connection makes up for it when it is up again; it may have stayed up. */
  #retryLater(): void {
    if (this.#isClosed || this.#retryTimer !== undefined) return;
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      void this.#retry();
    }, retryMs).unref();
  }

  async #retry(): Promise<void> {
    if (this.#owed.isEmpty) return;
    await this.#run(async () => {
      await this.#pay();
      return true;
    });
    if (!this.#owed.isEmpty) this.#retryLater();
  }
}

/** An epoch that no clock has had. */
function newEpoch(): string {
  return randomBytes(12).toString('base64url');
}
