import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const modules = pathOf('../../node_modules/');
const outDir = pathOf('../../dist/explorer');

/** Builds the explorer into `dist/explorer`, from where the gateway serves it (src/server/transport/explorer.ts). */
export default defineConfig({
  root: pathOf('app'),
  // Relative URLs, so that the page also works behind a path prefix.
  base: './',
  resolve: {
    // Two modules with what the page needs first, in place of those with everything.
    alias: [
      { find: 'monaco-editor/esm/vs/editor/edcore.main.js', replacement: pathOf('app/editor/monaco.ts') },
      { find: /^@graphiql\/plugin-doc-explorer$/, replacement: pathOf('app/docs/docs-plugin.tsx') },
      // The package exports its index under the name that is replaced.
      { find: '@graphiql/plugin-doc-explorer/dist', replacement: `${modules}@graphiql/plugin-doc-explorer/dist` },
    ],
  },
  plugins: [react(), fontsAsFiles(), precompressed()],
  worker: { format: 'es' },
  build: {
    outDir,
    license: { fileName: 'THIRD-PARTY-NOTICES.md' },
    emptyOutDir: true,
    target: 'es2022',
    // The editor is one large chunk; it is loaded after the page is rendered.
    chunkSizeWarningLimit: 4000,
    modulePreload: { polyfill: false },
    // GraphiQL's "use no memo" directives have no effect in the bundle.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
});

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url));
}

/** GraphiQL embeds 35 font subsets as data URLs. As files, a browser loads only the two or three that it needs. */
function fontsAsFiles(): Plugin {
  const fontUrl = /url\("?data:(?:application|font)\/(\w+)(?:;[\w=-]+)*;base64,([A-Za-z0-9+/=]+)"?\)/g;
  return {
    name: 'docgraph:fonts-as-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue;
        asset.source = asset.source.toString().replace(fontUrl, (_url, type: string, base64: string) => {
          const source = Buffer.from(base64, 'base64');
          const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
          const name = `font-${hash}.${type}`;
          this.emitFile({ type: 'asset', fileName: `assets/${name}`, source });
          return `url(./${name})`;
        });
      }
    },
  };
}

const packed = /\.(?:woff2?|br|gz)$/;

/** Replaces each asset by a `.br` and a `.gz`, so that the gateway never compresses one itself. */
function precompressed(): Plugin {
  return {
    name: 'docgraph:precompressed',
    apply: 'build',
    async closeBundle() {
      const assets = join(outDir, 'assets');
      const names = (await readdir(assets)).filter((name) => !packed.test(name));
      await Promise.all(names.map((name) => compress(join(assets, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const source = await readFile(file);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(source, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
  await rm(file);
}
