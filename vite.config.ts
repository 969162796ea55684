import { join } from 'node:path';
import { defineConfig, normalizePath, type Plugin } from 'vite';

const sources = normalizePath(join(import.meta.dirname, 'src/'));
const main = `${sources}cli/main.ts`;

/**
 * Bundles the command, the library and the sandbox, with everything that they import but graphql: they share their code, and Node
 * starts the command in half the time, as it need not resolve a thousand modules. With `--mode clients` it bundles what clients
 * import, which shares nothing with the gateway. `rollup.types.config.js` bundles the types.
 */
export default defineConfig(({ mode }) => {
  const clients = mode === 'clients';
  const input: Record<string, string> = clients
    ? { client: 'src/client/index.ts', codegen: 'src/codegen/index.ts' }
    : { cli: 'src/cli/main.ts', index: 'src/index.ts', sandbox: 'src/sandbox/index.ts' };
  return {
    ssr: { noExternal: true, target: 'node' },
    plugins: clients ? [] : [partsOfUndici(), bundledFonts()],
    build: {
      ssr: true,
      target: 'node20',
      outDir: 'dist',
      emptyOutDir: false,
      copyPublicDir: false,
      license: !clients && { fileName: 'THIRD-PARTY-NOTICES.md' },
      rolldownOptions: {
        input,
        // No other module of ours does anything when it is loaded: what a command does not use of them, it does not load.
        treeshake: { moduleSideEffects: (id) => (id.startsWith(sources) && id !== main ? false : undefined) },
        // Its classes are compared by `instanceof`: there must be one graphql in a process.
        external: /^graphql(?:\/|$)/,
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
      },
    },
  };
});

/**
 * undici loads all its parts at once. Its `fetch`, mocks and caches, which nothing here uses, take a twelfth of the CPU time of a start,
 * and an eighth of what is parsed. An import of a part that is missing here fails the build.
 */
function partsOfUndici(): Plugin {
  const parts = {
    Agent: 'dispatcher/agent',
    Client: 'dispatcher/client',
    Pool: 'dispatcher/pool',
    buildConnector: 'core/connect',
  };
  const imports = Object.entries(parts)
    .map(([name, path]) => `import ${name} from 'undici/lib/${path}.js';\n`)
    .join('');
  return {
    name: 'docgraph:parts-of-undici',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === 'undici' ? '\0undici' : null),
    load: (id) =>
      id === '\0undici'
        ? `import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
           import api from 'undici/lib/api/index.js';
           ${imports}
           Object.assign(Dispatcher.prototype, api);
           export { ${Object.keys(parts).join(', ')} };`
        : null,
  };
}

/** PDFKit loads its fonts from its own package with `require`, which a bundle cannot. This imports those that the sandbox uses. */
function bundledFonts(): Plugin {
  const fonts = ['Courier', 'Helvetica', 'HelveticaBold', 'HelveticaOblique'];
  const imports = fonts.map((font) => `import font${font} from 'pdfkit/standard-fonts/${font}';\n`).join('');
  return {
    name: 'docgraph:bundled-fonts',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/pdfkit.node.mjs')) return null;
      return fonts.reduce((text, font) => {
        const load = `require$1('#standard-fonts/${font}')`;
        if (!text.includes(load)) this.error(`PDFKit does not load the font ${font} as expected.`);
        return text.replace(load, `font${font}`);
      }, imports + code);
    },
  };
}
