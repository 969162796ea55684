import type { Storage } from '@graphiql/toolkit';

/** Keys under which GraphiQL's history keeps past requests, headers and all. */
const historyKeys = new Set(['graphiql:queries', 'graphiql:favorites']);
const namespace = 'docgraph:';

/** What is used of `localStorage`. */
type LocalStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * Local storage without secrets. GraphiQL leaves the headers out of its tabs when told so, but its history writes those of
 * every request, and with them the token: they are dropped here, and `headers` stands in for them when history is read,
 * so that a past request can be run again.
 */
export function storageWithoutHeaders(headers: string, storage: LocalStorage = window.localStorage): Storage {
  const ownKeys = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
      key.startsWith(namespace),
    );
  return {
    getItem(key) {
      const value = storage.getItem(namespace + key);
      return value && historyKeys.has(key) ? mapRequests(value, (request) => ({ ...request, headers })) : value;
    },
    setItem(key, value) {
      const kept = historyKeys.has(key) ? mapRequests(value, ({ headers: _dropped, ...request }) => request) : value;
      storage.setItem(namespace + key, kept);
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

/** History is stored as `{"queries": [request, …]}`, favorites likewise. */
function mapRequests(json: string, change: (request: PastRequest) => PastRequest): string {
  const lists = JSON.parse(json) as Record<string, PastRequest[]>;
  return JSON.stringify(Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, list.map(change)])));
}
