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
    plugins: clients ? [] : [partsOfUndici(), noSchemasOfFastify(), bundledFonts(), asciiChunks()],
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

/**
 * Fastify loads compilers for the schemas of routes, which no route here has: a ninth of what is parsed at a start. A route with a
 * schema fails at the start.
 */
function noSchemasOfFastify(): Plugin {
  const compilers = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'];
  return {
    name: 'docgraph:no-schemas-of-fastify',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (compilers.includes(id) ? '\0no-compiler.cjs' : null),
    load: (id) =>
      id === '\0no-compiler.cjs'
        ? `module.exports = () => () => { throw new Error('The bundle has no compilers for the schemas of routes.'); };`
        : null,
  };
}

/**
 * Writes characters beyond ASCII as escapes: a single one doubles the memory of the text of a module, and makes V8 read it more slowly.
 * A backslash before one of them is part of its escape.
 */
function asciiChunks(): Plugin {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'docgraph:ascii-chunks',
    apply: 'build',
    // After all others, which print code anew.
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        if (file.type !== 'chunk') continue;
        file.code = file.code.replace(/\\[\0-\x7f]|\\?([^\0-\x7f])/g, (found, character) =>
          character ? escaped(character) : found,
        );
      }
    },
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
