import { useEffect, useRef } from 'react';

/** Runs an action once for each value: not again when the value returns, as that of a tab does whenever it is shown. */
export function useOnceFor<Value extends object>(value: Value | undefined, action: (value: Value) => void): void {
  const handled = useRef(new WeakSet<Value>());
  useEffect(() => {
    if (value === undefined || handled.current.has(value)) return;
    handled.current.add(value);
    action(value);
  }, [value, action]);
}
