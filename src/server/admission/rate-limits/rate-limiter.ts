/** How much one key has used in its current window. */
export interface Usage {
  points: number;
  /** Time until the window ends, in milliseconds. */
  resetMs: number;
}

/** Counts points by key, in windows of one length. */
export interface RateLimiter {
  /** Adds points to a key, and returns its usage. The window of a key begins with its first call. Never rejects. */
  consume(key: string, points: number): Promise<Usage>;
}

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
