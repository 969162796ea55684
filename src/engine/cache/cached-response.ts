import type { Clock } from './clock.ts';
import type { StaleTimes } from './stale-times.ts';
import type { Validators } from './validators.ts';

/** Most bytes besides a body that stay in memory with it, such as the header lines that arrived with it. */
const maxWaste = 1024;

/** A response, or the result of a query, that is kept. */
export class CachedResponse {
  readonly body: Buffer;
  /** When the read began, on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** When it must no longer be used, on the same clock, and on that of the system: the first one may stop with the machine. */
  readonly expiresAt: number;
  readonly expiresOn: number;
  /** Undefined where any write invalidates it. */
  readonly tags: readonly string[] | undefined;
  /** By what the service can confirm it; undefined where it cannot. */
  readonly validators: Validators | undefined;
  /** How long it may be used after it has expired; undefined where it may not. */
  readonly stale: StaleTimes | undefined;
  /** The cache's clock when it was known to be current. */
  checkedAt: Clock;
  timesParsed = 0;

  constructor(body: Buffer, { startedAt, expiresAt, expiresOn, tags, validators, stale, checkedAt }: Validity) {
    this.body = heldBytesOf(body) <= body.length + maxWaste ? body : copyOf(body);
    this.startedAt = startedAt;
    this.expiresAt = expiresAt;
    this.expiresOn = expiresOn;
    this.tags = tags;
    this.validators = validators;
    this.stale = stale;
    this.checkedAt = checkedAt;
  }

  /** What its body takes in memory, in bytes. */
  get bytes(): number {
    return heldBytesOf(this.body);
  }

  /** How long it may still be used, in milliseconds. */
  get remainingMs(): number {
    return Math.min(this.expiresAt - performance.now(), this.expiresOn - Date.now());
  }

  get isExpired(): boolean {
    return performance.now() >= this.expiresAt || Date.now() >= this.expiresOn;
  }
}

/** The size of the memory that a buffer is a part of, and keeps, in bytes. */
function heldBytesOf({ buffer }: Buffer): number {
  return buffer.byteLength;
}

function copyOf(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}

/** How long an entry may be used, and how afterwards. */
export type Validity = Pick<CachedResponse, 'startedAt' | 'expiresAt' | 'expiresOn' | 'tags' | 'checkedAt'> & {
  readonly validators?: Validators | undefined;
  readonly stale?: StaleTimes | undefined;
};
