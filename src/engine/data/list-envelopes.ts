import type { Asked } from './cached-read.ts';

/** What lists say of themselves, beside their items: with a first page that the request asks for anyway. */
export class Envelopes {
  readonly #log: readonly Asked[];
  readonly #firstPages = new Map<string, Asked>();
  readonly #envelopes = new Map<string, Promise<unknown>>();
  /** How much of the log has been looked through. */
  #seen = 0;

  /** `log` grows by what is asked. */
  constructor(log: readonly Asked[]) {
    this.#log = log;
  }

  /** The envelope of the list with that URL; `ask` reads a page for it alone. */
  read(list: string, ask: () => Promise<unknown>): Promise<unknown> {
    let envelope = this.#envelopes.get(list);
    if (envelope === undefined) {
      // A field that is resolved in the same moment may be about to ask for a page.
      envelope = Promise.resolve().then(() => {
        const page = this.#firstPageOf(list);
        return page === undefined ? ask() : (page.ahead ?? page.reading.read());
      });
      this.#envelopes.set(list, envelope);
    }
    return envelope;
  }

  #firstPageOf(list: string): Asked | undefined {
    for (; this.#seen < this.#log.length; this.#seen++) {
      const asked = this.#log[this.#seen] as Asked;
      if (asked.firstOf !== undefined) this.#firstPages.set(asked.firstOf, asked);
    }
    return this.#firstPages.get(list);
  }
}
