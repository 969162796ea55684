import type { Storage } from '@graphiql/toolkit';
import { type BrowserStorage, keep, localStore, sessionStore } from './browser-storage.ts';
import { PastRequests } from './past-requests.ts';

/** The key of the tabs. Each browser tab has its own; a new one starts with those that were stored last. */
const tabsKey = 'graphiql:tabState';
/**
 * Keys under which GraphiQL also stores the texts of the editors. It adds a tab for texts that no tab has, as those of another
 * browser tab. They are read from the active tab.
 */
const textKeys: ReadonlyMap<string, string> = new Map([
  ['graphiql:query', 'query'],
  ['graphiql:variables', 'variables'],
]);
const namespace = 'docgraph:';

/** Sizes of panes until the user changes them. The query has eight times the height of the variables. */
const initialSizes: ReadonlyMap<string, string> = new Map([['graphiql:secondaryEditorFlex', '8']]);

/**
 * Local storage without secrets. GraphiQL can omit headers from its stored tabs, but its history stores the headers of
 * every request, including the token. This storage removes them, and returns past requests with `headers` instead, so
 * that they can be executed again.
 *
 * `onTabs` is called when the tabs were stored, and when there was no space for them.
 */
export function storageWithoutHeaders(
  headers: string,
  onTabs: (areKept: boolean) => void,
  storage: BrowserStorage = localStore,
  session: BrowserStorage = sessionStore,
): Storage {
  const past = new Map(
    (['queries', 'favorites'] as const).map((name) => {
      const key = `graphiql:${name}`;
      return [key, new PastRequests(storage, namespace + key, name)];
    }),
  );
  const tabs = () => session.getItem(namespace + tabsKey) ?? storage.getItem(namespace + tabsKey);
  return {
    getItem(key) {
      if (key === tabsKey) return tabs();
      const text = textKeys.get(key);
      if (text !== undefined) return activeText(tabs(), text);
      const requests = past.get(key);
      if (requests !== undefined) return requests.read(headers);
      return storage.getItem(namespace + key) ?? initialSizes.get(key) ?? null;
    },
    setItem(key, value) {
      if (textKeys.has(key)) return;
      const requests = past.get(key);
      if (requests !== undefined) {
        requests.write(value);
        return;
      }
      const isKept = keep(storage, namespace + key, value);
      if (key !== tabsKey) return;
      // An older value would hide the newer one.
      if (!keep(session, namespace + key, value)) session.removeItem(namespace + key);
      onTabs(isKept);
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

/** A text of the active tab; null where there is none. */
function activeText(tabState: string | null, name: string): string | null {
  try {
    const { tabs, activeTabIndex } = JSON.parse(tabState ?? '');
    return tabs[activeTabIndex][name];
  } catch {
    // GraphiQL starts with its initial tabs.
    return null;
  }
}
