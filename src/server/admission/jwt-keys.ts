import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import type { Logger } from 'pino';
import { AuthenticationUnavailable, kindOf } from './authentication.ts';

/** Timeout of a request for the keys, in milliseconds. */
const timeoutDuration = 5_000;

/** Age from which on the keys are read again, in milliseconds. */
const refreshMs = 600_000;

/** How long keys are used that cannot be read again, in milliseconds: they may have been withdrawn. */
const longestUseMs = 3_600_000;

/** Least time between two requests for the keys, in milliseconds, and from one that failed to the next. */
const pauseMs = 30_000;
const retryPauseMs = 1_000;

/** The keys at an address, which verify tokens. They are used for an hour where they cannot be read again. */
export class JwtKeys {
  readonly #remote: ReturnType<typeof createRemoteJWKSet>;
  readonly #logger: Logger;
  #readAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  /** Why the keys could not be read the last time. */
  #failure: AuthenticationUnavailable | undefined;
  /** Since when they cannot be read. */
  #failingSince: number | undefined;
  #reading: Promise<void> | undefined;

  constructor(url: URL, logger: Logger) {
    // It reads the keys when it is told to.
    this.#remote = createRemoteJWKSet(url, {
      timeoutDuration,
      cacheMaxAge: Number.POSITIVE_INFINITY,
      cooldownDuration: Number.POSITIVE_INFINITY,
    });
    this.#logger = logger;
  }

  /** How long the keys could not be read, in milliseconds; 0 where the last request for them was successful. */
  get failingMs(): number {
    return this.#failingSince === undefined ? 0 : performance.now() - this.#failingSince;
  }

  /** Finds the key of a token, among those that were read. */
  get find(): JWTVerifyGetKey {
    return this.#remote;
  }

  /** Resolves when there are keys that may be used. Rejects with an AuthenticationUnavailable where there are none. */
  async available(): Promise<void> {
    const age = performance.now() - this.#readAt;
    if (age < refreshMs) return;
    const reading = this.#start();
    const areUsable = age < longestUseMs;
    // After a failure, no request waits for the next attempt.
    if (areUsable && this.#failure !== undefined) return;
    await reading;
    if (!areUsable && this.#failure !== undefined) throw this.#failure;
  }

  /** Resolves to whether the keys were read anew: not if that was a moment ago. Rejects where they cannot be read. */
  async readAgain(): Promise<boolean> {
    const reading = this.#start();
    await reading;
    if (this.#failure !== undefined) throw this.#failure;
    return reading !== undefined;
  }

  /** Undefined where the last request was a moment ago. The promise never rejects. */
  #start(): Promise<void> | undefined {
    const pause = this.#failure === undefined ? pauseMs : retryPauseMs;
    if (this.#reading === undefined && performance.now() - this.#triedAt >= pause) {
      this.#triedAt = performance.now();
      this.#reading = this.#read().finally(() => {
        this.#reading = undefined;
      });
    }
    return this.#reading;
  }

  async #read(): Promise<void> {
    try {
      await this.#remote.reload();
      this.#readAt = performance.now();
      this.#failure = undefined;
      this.#failingSince = undefined;
    } catch (cause) {
      this.#failingSince ??= this.#triedAt;
      this.#failure = new AuthenticationUnavailable('The keys cannot be read.', { cause });
      if (performance.now() - this.#readAt < longestUseMs)
        this.#logger.warn(kindOf(cause), 'the keys of JWT_JWKS_URL cannot be read, and those from before are used');
    }
  }
}
