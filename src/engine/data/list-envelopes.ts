import type { RestCall } from '../http/rest-call.ts';
import type { ExecutionTurns } from '../turns/execution-turns.ts';

/** What lists say of themselves, beside their items: read from a first page that the request needs anyway. */
export class ListEnvelopes {
  readonly #firstPages = new Map<string, RestCall>();
  readonly #envelopes = new Map<string, Promise<unknown>>();
  readonly #turns: ExecutionTurns;

  constructor(turns: ExecutionTurns) {
    this.#turns = turns;
  }

  /** Adds a read: it may be that of a first page. */
  addRead(read: RestCall): void {
    if (read.firstPageOf !== undefined) this.#firstPages.set(read.firstPageOf, read);
  }

  /** The envelope of the list with that URL. `fetch` reads a page for the envelope alone. */
  read(listUrl: string, fetch: () => Promise<unknown>): Promise<unknown> {
    let envelope = this.#envelopes.get(listUrl);
    if (envelope === undefined) {
      // A field that is resolved without waiting may be about to request a page.
      const isDone = new Promise<void>((resolve) => this.#turns.afterWork(resolve));
      envelope = isDone.then(() => this.#firstPages.get(listUrl)?.result() ?? fetch());
      this.#envelopes.set(listUrl, envelope);
    }
    return envelope;
  }
}
