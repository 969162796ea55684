import type { Storage } from '@graphiql/toolkit';
import { type BrowserStorage, localStore } from './browser-storage.ts';

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
export function storageWithoutHeaders(headers: string, storage: BrowserStorage = localStore): Storage {
  const ownKeys = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
      key.startsWith(namespace),
    );
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
    clear: () =>
      ownKeys().forEach((key) => {
        storage.removeItem(key);
      }),
    get length() {
      return ownKeys().length;
    },
  };
}

interface PastRequest {
  headers?: string;
}

/** History is stored as `{"queries": [request, …]}`; favorites have the same format. */
function mapRequests(json: string, change: (request: PastRequest) => PastRequest): string {
  const lists = JSON.parse(json) as Record<string, PastRequest[]>;
  return JSON.stringify(Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, list.map(change)])));
}
