import type { CachedResponse } from './cached-response.ts';
import { type Clock, earlierOf } from './clock.ts';

/** Most tags of one result. One that needs more is invalidated by every write. */
const maxTags = 512;

/** What the result of an execution was made of. As long as all these responses may be used, so may the result. */
export class ResultSources {
  #tags: Set<string> | undefined = new Set();
  #count = 0;
  #isComplete = true;
  /** The cache's clock when the first of the responses was known to be current. */
  checkedAt: Clock = Number.POSITIVE_INFINITY;
  /** When the first of them was read, and when the first of them expires, as for a kept response. */
  startedAt = Number.POSITIVE_INFINITY;
  expiresAt = Number.POSITIVE_INFINITY;
  expiresOn = Number.POSITIVE_INFINITY;

  /** Adds the response to a call; undefined for one that is not kept, and where there was none. */
  add(response: CachedResponse | undefined): void {
    if (response === undefined) {
      this.reject();
      return;
    }
    this.#count++;
    const checkedAt = earlierOf(this.checkedAt, response.checkedAt);
    if (checkedAt === undefined) this.reject();
    else this.checkedAt = checkedAt;
    this.startedAt = Math.min(this.startedAt, response.startedAt);
    this.expiresAt = Math.min(this.expiresAt, response.expiresAt);
    this.expiresOn = Math.min(this.expiresOn, response.expiresOn);
    this.#addTags(response.tags);
  }

  /** The result depends on something else: it cannot be kept. */
  reject(): void {
    this.#isComplete = false;
  }

  /** Whether the result depends on kept responses alone, and on at least one. */
  get isComplete(): boolean {
    return this.#isComplete && this.#count > 0;
  }

  /** Undefined where any write invalidates the result. */
  get tags(): readonly string[] | undefined {
    return this.#tags && [...this.#tags];
  }

  #addTags(tags: readonly string[] | undefined): void {
    if (this.#tags === undefined) return;
    for (const tag of tags ?? []) this.#tags.add(tag);
    if (tags === undefined || this.#tags.size > maxTags) this.#tags = undefined;
  }
}
