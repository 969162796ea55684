import type { RateLimiter } from './rate-limiter.ts';

/** A limit that is on. */
export interface Limit {
  /** The reason in the log. */
  readonly setting: 'RATE_LIMIT_ADDRESS' | 'RATE_LIMIT_REQUESTS' | 'RATE_LIMIT_CALLS';
  /** What a client is told before the time to wait. */
  readonly message: string;
  readonly points: number;
  readonly limiter: RateLimiter;
}

/** The limits of one gateway; undefined for those that are off. */
export interface Limits {
  readonly address: Limit | undefined;
  readonly requests: Limit | undefined;
  readonly calls: Limit | undefined;
}
