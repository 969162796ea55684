/// <reference types="vite/client" />

declare module 'monaco-editor/esm/vs/editor/editor.worker.js';
declare module 'monaco-editor/esm/vs/language/json/json.worker.js';

declare module '@graphiql/plugin-doc-explorer/dist/index.js' {
  export * from '@graphiql/plugin-doc-explorer';
}
