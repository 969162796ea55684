import { type BrowserStorage, keep } from './browser-storage.ts';

/** Most requests of the history, as GraphiQL has them. Favorites have no limit: users choose and remove them. */
const maxHistory = 20;

/** A request of the history or of the favorites. */
interface PastRequest {
  headers?: string;
}

/**
 * One of GraphiQL's lists of past requests, without headers, in a storage that other browser tabs use as well. GraphiQL writes the whole
 * list as this page knows it: only what has changed in it since then changes what is stored.
 */
export class PastRequests {
  readonly #key: string;
  readonly #name: string;
  readonly #storage: BrowserStorage;
  readonly #limit: number | undefined;
  /** The list as this page has read or written it. */
  #known: readonly PastRequest[] = [];

  /** GraphiQL stores the history and the favorites in this form: `{"queries": [request, …]}`. */
  constructor(storage: BrowserStorage, key: string, name: 'queries' | 'favorites') {
    this.#storage = storage;
    this.#key = key;
    this.#name = name;
    this.#limit = name === 'queries' ? maxHistory : undefined;
  }

  /** The requests as they can be executed again with `headers`; null where there are none. */
  read(headers: string): string | null {
    const text = this.#storage.getItem(this.#key);
    if (text === null) return null;
    this.#known = this.#listIn(text);
    return this.#textOf(this.#known.map((request) => ({ ...request, headers })));
  }

  write(text: string): void {
    const own = this.#listIn(text).map(({ headers: _, ...request }) => request);
    const stored = this.#listIn(this.#storage.getItem(this.#key));
    const isKept = keep(this.#storage, this.#key, this.#textOf(this.#merged(own, stored)));
    if (isKept) this.#known = own;
  }

  #merged(own: readonly PastRequest[], stored: readonly PastRequest[]): readonly PastRequest[] {
    // Nobody else has changed it: what this page has moved stays where it is.
    if (JSON.stringify(stored) === JSON.stringify(this.#known)) return own;
    const removed = without(this.#known, own);
    const added = without(own, this.#known);
    return [...without(stored, removed), ...added].slice(this.#limit === undefined ? 0 : -this.#limit);
  }

  #listIn(text: string | null): readonly PastRequest[] {
    return text === null ? [] : ((JSON.parse(text) as Record<string, PastRequest[]>)[this.#name] ?? []);
  }

  #textOf(list: readonly PastRequest[]): string {
    return JSON.stringify({ [this.#name]: list });
  }
}

/** The requests of a list that remain when each of others is removed once. */
function without(list: readonly PastRequest[], others: readonly PastRequest[]): PastRequest[] {
  const removed = others.map((request) => JSON.stringify(request));
  return list.filter((request) => {
    const index = removed.indexOf(JSON.stringify(request));
    if (index >= 0) removed.splice(index, 1);
    return index < 0;
  });
}
