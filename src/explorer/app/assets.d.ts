/// <reference types="vite/client" />

declare module 'monaco-editor/esm/vs/editor/editor.worker.js';
declare module 'monaco-editor/esm/vs/language/json/json.worker.js';

declare module '@graphiql/plugin-doc-explorer/dist/components/doc-explorer.js' {
  export { DocExplorer } from '@graphiql/plugin-doc-explorer';
}
