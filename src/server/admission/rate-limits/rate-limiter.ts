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
  close(): void;
}

/** Reads the usage of a key. */
export function check(limiter: RateLimiter, key: string): Promise<Usage> {
  return limiter.consume(key, 0);
}
