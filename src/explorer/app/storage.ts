import type { Storage } from '@graphiql/toolkit';
import { type BrowserStorage, localStore, sessionStore } from './browser-storage.ts';

/** Keys under which GraphiQL's history stores past requests, including their headers. */
const historyKeys = new Set(['graphiql:queries', 'graphiql:favorites']);
const namespace = 'docgraph:';

/** Sizes of panes until the user changes them. The query has eight times the height of the variables. */
const initialSizes: ReadonlyMap<string, string> = new Map([['graphiql:secondaryEditorFlex', '8']]);

/**
 * Local storage without secrets. GraphiQL can omit headers from its stored tabs, but its history stores the headers of
 * every request, including the token. This storage removes them, and returns past requests with `headers` instead, so
 * that they can be executed again.
 */
export function storageWithoutHeaders(
  headers: string,
  storage: BrowserStorage = localStore,
  session: BrowserStorage = sessionStore,
): Storage {
  return {
    getItem(key) {
      const value = storage.getItem(namespace + key) ?? initialSizes.get(key) ?? null;
      return value && historyKeys.has(key) ? mapRequests(value, (request) => ({ ...request, headers })) : value;
    },
    setItem(key, value) {
      const stored = historyKeys.has(key) ? mapRequests(value, ({ headers: _, ...request }) => request) : value;
      storage.setItem(namespace + key, stored);
    },
    removeItem: (key) => storage.removeItem(namespace + key),
    // The user has all data of the page removed, of which the headers of the connection are a part.
    clear() {
      for (const store of [storage, session]) for (const key of ownKeys(store)) store.removeItem(key);
    },
    get length() {
      return ownKeys(storage).length;
    },
  };
}

/** The keys of the explorer, beside those of other pages of the same origin. */
function ownKeys(store: BrowserStorage): string[] {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  return keys.filter((key) => key.startsWith(namespace));
}

interface PastRequest {
  headers?: string;
}

/** History is stored as `{"queries": [request, …]}`; favorites have the same format. */
function mapRequests(json: string, change: (request: PastRequest) => PastRequest): string {
  const lists = JSON.parse(json) as Record<string, PastRequest[]>;
  return JSON.stringify(Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, list.map(change)])));
}
