import { useCallback, useState } from 'react';
import { keep, localStore } from './browser-storage.ts';

/** A number that the browser remembers under a name; `initial` until it was set. */
export function useRememberedNumber(name: string, initial: number): [number, (value: number) => void] {
  const [value, setValue] = useState(() => {
    const stored = Number(localStore.getItem(`docgraph:${name}`) ?? Number.NaN);
    return Number.isFinite(stored) ? stored : initial;
  });
  const set = useCallback(
    (next: number) => {
      setValue(next);
      keep(localStore, `docgraph:${name}`, String(next));
    },
    [name],
  );
  return [value, set];
}
