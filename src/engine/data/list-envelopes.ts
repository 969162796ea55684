import type { CachedRead } from './cached-read.ts';

/** What lists say of themselves, beside their items: read from a first page that the request needs anyway. */
export class ListEnvelopes {
  readonly #reads: readonly CachedRead[];
  readonly #firstPages = new Map<string, CachedRead>();
  readonly #envelopes = new Map<string, Promise<unknown>>();
  /** How many of the reads are indexed. */
  #indexed = 0;

  /** `reads` grows while the request is executed. */
  constructor(reads: readonly CachedRead[]) {
    this.#reads = reads;
  }

  /** The envelope of the list with that URL. `fetch` reads a page for the envelope alone. */
  read(listUrl: string, fetch: () => Promise<unknown>): Promise<unknown> {
    let envelope = this.#envelopes.get(listUrl);
    if (envelope === undefined) {
      // A field that is resolved in the same tick may be about to request a page.
      envelope = Promise.resolve().then(() => this.#firstPageOf(listUrl)?.read.read() ?? fetch());
      this.#envelopes.set(listUrl, envelope);
    }
    return envelope;
  }

  #firstPageOf(listUrl: string): CachedRead | undefined {
    for (const cached of this.#reads.slice(this.#indexed)) {
      if (cached.firstPageOf !== undefined) this.#firstPages.set(cached.firstPageOf, cached);
    }
    this.#indexed = this.#reads.length;
    return this.#firstPages.get(listUrl);
  }
}
