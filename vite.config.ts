import { defineConfig } from 'vite';

/**
 * Bundles the command with everything that it imports: Node starts it in half the time, as it need not resolve a thousand
 * modules. The library for those who import the package is beside it in `dist`, built by `tsc`.
 */
export default defineConfig({
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'src/cli/main.ts',
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: 'cli.js', chunkFileNames: 'chunks/[name].js' } },
  },
});
