import { UnderWay } from './in-flight-map.ts';
import type { PendingRead } from './pending-read.ts';

/**
 * The reads under way that others may join: by who asks, and then by what. Nothing that is asked with one identity can
 * be found with another.
 */
export class SharedReads {
  readonly #byIdentity = new UnderWay<UnderWay<PendingRead>>();

  find(identity: string, url: string): PendingRead | undefined {
    return this.#byIdentity.get(identity)?.get(url);
  }

  begin(identity: string, url: string, reading: PendingRead): void {
    let own = this.#byIdentity.get(identity);
    if (own === undefined) {
      own = new UnderWay();
      this.#byIdentity.begin(identity, own);
    }
    own.begin(url, reading);
  }

  /** Forgets the read, unless another one has taken its place. */
  end(identity: string, url: string, reading: PendingRead): void {
    const own = this.#byIdentity.get(identity);
    if (own === undefined) return;
    own.end(url, reading);
    if (own.isEmpty) this.#byIdentity.end(identity, own);
  }

  clear(): void {
    this.#byIdentity.clear();
  }
}
