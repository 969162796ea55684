/**
 * The entry of all of Monaco's workers. The code that they share is a chunk of its own, so it is transferred once and not
 * once a worker.
 */
const modules: Record<string, () => Promise<unknown>> = {
  json: () => import('monaco-editor/esm/vs/language/json/json.worker.js'),
  graphql: () => import('monaco-graphql/esm/graphql.worker.js'),
};

// Monaco sends messages from the start. The module sets a handler when it is evaluated, and another at its first message.
const early: MessageEvent[] = [];
self.onmessage = (event) => early.push(event);
await (modules[self.name]?.() ?? import('monaco-editor/esm/vs/editor/editor.worker.js'));
for (const event of early) self.dispatchEvent(new MessageEvent('message', { data: event.data }));
