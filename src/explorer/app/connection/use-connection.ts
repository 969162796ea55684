import { useCallback, useRef, useState } from 'react';
import { keep, sessionStore } from '../browser-storage.ts';

/** The headers that all tabs send. */
export type ConnectionHeaders = Readonly<Record<string, string>>;

export interface Connection {
  headers: ConnectionHeaders;
  /** The headers as they are now, for requests that are sent between renderings. */
  current: () => ConnectionHeaders;
  set: (headers: ConnectionHeaders) => void;
}

const storageKey = 'docgraph:connection';

/** The headers of all tabs: those that were entered in this browser tab, or the initial ones. */
export function useConnection(initial: ConnectionHeaders): Connection {
  const [headers, setHeaders] = useState(() => storedHeaders() ?? initial);
  const latest = useRef(headers);
  const set = useCallback((next: ConnectionHeaders) => {
    latest.current = next;
    setHeaders(next);
    keep(sessionStore, storageKey, JSON.stringify(next));
  }, []);
  const current = useCallback(() => latest.current, []);
  return { headers, current, set };
}

/** The headers that were entered before a reload; undefined if there were none. */
export function storedHeaders(): ConnectionHeaders | undefined {
  const stored = sessionStore.getItem(storageKey);
  return stored === null ? undefined : (JSON.parse(stored) as ConnectionHeaders);
}
