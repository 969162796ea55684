import { defineConfig } from 'vite';

/**
 * Builds the command into one file, with all that it imports: Node then starts it in half the time, as it need not look
 * for a thousand modules. What `tsc` has built stays beside it for those who import the package.
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
