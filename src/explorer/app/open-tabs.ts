/** What is kept of tabs, by their ids, without that of closed ones. The same map where there is none. */
export function ofOpenTabs<Value>(
  all: Map<string, Value>,
  tabs: readonly { readonly id: string }[],
): Map<string, Value> {
  const open = new Set(tabs.map(({ id }) => id));
  return [...all.keys()].every((id) => open.has(id)) ? all : new Map([...all].filter(([id]) => open.has(id)));
}
