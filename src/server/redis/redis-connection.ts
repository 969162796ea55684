import { Cluster, ReplyError } from 'ioredis';
import type { Logger } from 'pino';
import { commandTimedOut, createClient, type RedisClient } from './create-client.ts';
import type { RedisAddress } from './redis-address.ts';

/** Maximum time that a request waits for a command by default, in milliseconds. */
const commandTimeoutMs = 100;

/** Time between two probes of a Redis that failed, in milliseconds. */
const probeIntervalMs = 1000;

/** Time between two commands that keep a connection open, in milliseconds: Redis, or what is in between, may close one that is idle. */
const keepAliveMs = 20_000;

/** One that fails within this time after it became available again may be probed half as often, in milliseconds. */
const stableAfterMs = 10_000;

interface RedisConnectionOptions {
  address: RedisAddress;
  logger: Logger;
  /** Maximum time that a request waits for a command, in milliseconds; 100 by default. */
  timeoutMs?: number;
  /** Whether keys are on all nodes of a cluster: it is available as long as each of them is. */
  usesAllNodes?: boolean;
  /**
   * Longest time between two probes of a Redis that fails again and again, in milliseconds; 1000 by default. Where probes succeed and
   * commands fail, as while a cluster moves keys, changes become rare.
   */
  maxProbeIntervalMs?: number;
  /** A command as the requests send it: `PING` also works where Redis rejects writes. */
  probe: (client: RedisClient) => Promise<unknown>;
  /** The log lines for its changes. */
  messages: { up: string; down: string };
}

/** Most lines of one time without Redis. */
const maxReasons = 3;

/**
 * A connection that may fail: after a command that failed or took too long, no command is sent until a probe succeeds. Each
 * change is one log line, without the address, which may hold a password; so is what Redis says when it rejects the next connection.
 */
export class RedisConnection {
  readonly client: RedisClient;
  readonly #options: RedisConnectionOptions;
  readonly #timeoutMs: number;
  #state: 'connecting' | 'up' | 'down' | 'closed' = 'connecting';
  readonly #keepAlive = setInterval(() => void this.run(() => this.#ping()), keepAliveMs).unref();
  #timer: NodeJS.Timeout | undefined;
  #probeIntervalMs = probeIntervalMs;
  /** When a probe has last succeeded after a failure, on the clock of `performance.now()`. */
  #upSince = Number.NEGATIVE_INFINITY;
  #isProbing = false;
  #lastError: unknown;
  /** Why Redis is not available, as the log has it. */
  readonly #loggedReasons = new Set<string>();
  #onSettled: (() => void) | undefined;

  constructor(options: RedisConnectionOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? commandTimeoutMs;
    this.client = createClient(options.address, this.#timeoutMs);
    // A cluster tells of the errors of its nodes apart.
    for (const event of ['error', 'node error']) {
      this.client.on(event, (error: unknown) => {
        if (reasonOf(error) !== closed) this.#lastError = error;
      });
    }
    this.client.on('ready', () => {
      // The timer probes one that fails again and again.
      if (this.#probeIntervalMs === probeIntervalMs) void this.#probe(true);
    });
    this.client.on('close', () => this.#failed(this.#lastError));
    // The connection to a node of the cluster was lost: the next one may be to another process.
    this.client.on('-node', () => this.#failed(this.#lastError));
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
    clearInterval(this.#keepAlive);
    this.#onSettled?.();
    this.client.disconnect();
  }

  /** Sends a command on each connection that is open. */
  async #ping(): Promise<void> {
    const nodes = this.client instanceof Cluster ? this.client.nodes('master') : [this.client];
    await Promise.all(nodes.filter(({ status }) => status === 'ready').map((node) => node.ping()));
  }

  #failed(error: unknown): void {
    if (this.#state === 'down' && error instanceof ReplyError) this.#logReason(error);
    if (this.#state === 'closed' || this.#state === 'down') return;
    this.#state = 'down';
    const { maxProbeIntervalMs = probeIntervalMs } = this.#options;
    const isStable = performance.now() - this.#upSince >= stableAfterMs;
    this.#probeIntervalMs = isStable ? probeIntervalMs : Math.min(2 * this.#probeIntervalMs, maxProbeIntervalMs);
    this.#logReason(error);
    this.#probeLater();
    this.#onSettled?.();
  }

  #logReason(error: unknown): void {
    const reason = reasonOf(error);
    if (this.#loggedReasons.has(reason) || this.#loggedReasons.size === maxReasons) return;
    this.#loggedReasons.add(reason);
    this.#options.logger.warn({ reason }, this.#options.messages.down);
  }

  #probeLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#probe(), this.#probeIntervalMs).unref();
  }

  async #probe(isNewConnection = false): Promise<void> {
    if (this.#isProbing || this.#state === 'closed') return;
    this.#isProbing = true;
    try {
      if (this.client.status === 'ready') {
        await within(this.#timeoutMs, this.#probeOnce());
        this.#succeeded();
      }
    } catch (error) {
      this.#failed(error);
      // A frozen Redis keeps the connection open, and the client keeps each command that waits for a reply. One that has become a replica keeps
      // it, too, although its address may lead to another one.
      const isUseless = error instanceof TimeoutError || (isOfReplica(error) && !isNewConnection);
      if (isUseless && this.client.status === 'ready') this.client.disconnect(true);
    } finally {
      this.#isProbing = false;
    }
    if (this.#state === 'down') this.#probeLater();
  }

  async #probeOnce(): Promise<void> {
    const { client } = this;
    const { probe, usesAllNodes } = this.#options;
    if (client instanceof Cluster) {
      if (this.#state !== 'connecting') await refreshSlots(client);
      if (usesAllNodes) await Promise.all(client.nodes('master').map((node) => node.ping()));
    } else if (client.options.db) {
      // Where Redis does not have this database, the client would go on with the first one.
      await client.select(client.options.db);
    }
    await probe(client);
  }

  #succeeded(): void {
    if (this.#state === 'closed' || this.#state === 'up') return;
    if (this.#state === 'down') this.#upSince = performance.now();
    this.#state = 'up';
    this.#lastError = undefined;
    this.#loggedReasons.clear();
    this.#options.logger.info(this.#options.messages.up);
    this.#onSettled?.();
  }
}

class TimeoutError extends Error {
  readonly code = 'TIMEOUT';
}

/** Rejects with a TimeoutError after a time, or where the client itself has stopped waiting. */
function within<Result>(ms: number, result: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    // This process may have been busy all the time: a reply that has arrived is read before the immediate.
    const timer = setTimeout(() => setImmediate(() => reject(new TimeoutError())), ms);
    const fail = (error: unknown) => reject(isTimeoutOfClient(error) ? new TimeoutError() : error);
    result.then(resolve, fail).finally(() => clearTimeout(timer));
  });
}

/** In a process that was busy, the client's timer may come first. */
function isTimeoutOfClient(error: unknown): boolean {
  return error instanceof Error && error.message === commandTimedOut;
}

/** Whether a replica has rejected a write. The error of a script has the code within its text. */
function isOfReplica(error: unknown): boolean {
  return error instanceof Error && /\bREADONLY\b/.test(error.message);
}

/** Learns which node of a cluster has which keys. */
function refreshSlots(cluster: Cluster): Promise<void> {
  return new Promise((resolve, reject) => {
    cluster.refreshSlotsCache((error) => (error == null ? resolve() : reject(error)));
  });
}

/** The reason of the client's own errors, which have no code: the connection was lost. */
const closed = 'CLOSED';

/** How the error of a script begins whose user is not permitted to use one of its commands or keys. */
const notPermittedInScript = /^ERR (?:The user executing the script can't|ACL failure in script)/;

/** How replies begin whose code, `ERR`, says nothing. */
const sentence =
  /^ERR (?:DB index is out of range|max number of clients reached|This instance has cluster support disabled)/;

/** What the client of a cluster puts before a reply that it does not follow. */
const ofCluster = /^Too many Cluster redirections\. Last error: (?:\w*Error: )?/;

/**
 * The code of an error, such as `ECONNREFUSED`, or `WRONGPASS` at the start of a reply. The whole error may contain the
 * command, with a password.
 */
function reasonOf(error: unknown): string {
  const { code, message: text = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const message = text.replace(ofCluster, '');
  if (notPermittedInScript.test(message)) return 'NOPERM';
  return code ?? (sentence.exec(message) ?? /^[A-Z]{3,}\b/.exec(message))?.[0] ?? closed;
}
