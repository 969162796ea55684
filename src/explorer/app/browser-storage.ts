export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Keeps values until the user deletes them. */
export const localStore = storageOrMemory(() => window.localStorage);

/** Ends with the browser tab, and no other tab reads it. */
export const sessionStore = storageOrMemory(() => window.sessionStorage);

/** Keeps a value, unless the storage is full: the page works without it. Returns whether it is kept. */
export function keep(store: BrowserStorage, key: string, value: string): boolean {
  try {
    store.setItem(key, value);
    return true;
  } catch {
    // QuotaExceededError
    return false;
  }
}

/** Web storage, or the memory of the page where the browser blocks it, as it does for sites that may keep no data. */
export function storageOrMemory(open: () => BrowserStorage | null): BrowserStorage {
  try {
    return open() ?? memoryStorage();
  } catch {
    return memoryStorage();
  }
}

function memoryStorage(): BrowserStorage {
  const stored = new Map<string, string>();
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
    key: (index) => [...stored.keys()][index] ?? null,
    get length() {
      return stored.size;
    },
  };
}
