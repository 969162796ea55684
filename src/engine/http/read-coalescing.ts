import { InFlightMap } from './in-flight-map.ts';
import type { PendingRead } from './pending-read.ts';

/** The reads in flight that identical reads can share: by identity, then by URL. No identity sees a read of another. */
export class ReadCoalescing {
  readonly #byIdentity = new InFlightMap<InFlightMap<PendingRead>>();

  get(identity: string, url: string): PendingRead | undefined {
    return this.#byIdentity.get(identity)?.get(url);
  }

  set(identity: string, url: string, read: PendingRead): void {
    let byUrl = this.#byIdentity.get(identity);
    if (byUrl === undefined) {
      byUrl = new InFlightMap();
      this.#byIdentity.set(identity, byUrl);
    }
    byUrl.set(url, read);
  }

  /** Deletes the read, unless another one has replaced it. */
  delete(identity: string, url: string, read: PendingRead): void {
    const byUrl = this.#byIdentity.get(identity);
    if (byUrl === undefined) return;
    byUrl.delete(url, read);
    if (byUrl.isEmpty) this.#byIdentity.delete(identity, byUrl);
  }

  clear(): void {
    this.#byIdentity.clear();
  }
}
