import { defineConfig, type Plugin } from 'vite';
import manifest from './package.json' with { type: 'json' };

const { dependencies } = manifest;
/**
 * Bundles the command and the sandbox with everything that they import: Node starts the command in half the time, as it need not
 * resolve a thousand modules. With `--mode library` it bundles the library, which shares the dependencies with the program that
 * imports it, and the sandbox with the command. `tsc` writes the types of the library.
 */
export default defineConfig(({ mode }) => {
  const library = mode === 'library';
  const input: Record<string, string> = library
    ? { index: 'src/index.ts', client: 'src/client/index.ts', codegen: 'src/codegen/index.ts' }
    : { cli: 'src/cli/main.ts', sandbox: 'src/sandbox/index.ts' };
  return {
    ssr: { noExternal: true, target: 'node' },
    plugins: [library ? builtSandbox() : bundledFonts()],
    build: {
      ssr: true,
      target: 'node20',
      outDir: 'dist',
      emptyOutDir: false,
      copyPublicDir: false,
      // What the library bundles, the command does, too.
      license: !library && { fileName: 'THIRD-PARTY-NOTICES.md' },
      rolldownOptions: {
        input,
        external: library ? Object.keys(dependencies).map((name) => new RegExp(`^${name}(?:/|$)`)) : [],
        output: { entryFileNames: '[name].js', chunkFileNames: `${library ? 'library' : 'chunks'}/[name].js` },
      },
    },
  };
});

/** The library's import of the sandbox is that of the file that is built along with the command. */
function builtSandbox(): Plugin {
  return {
    name: 'docgraph:built-sandbox',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/sandbox\/index\.ts$/ },
      handler: () => ({ id: './sandbox.js', external: true }),
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
