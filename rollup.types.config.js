import { rmSync } from 'node:fs';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';

const declarations = 'dist/declarations';

/** Packages whose types are in the public API, and which only those need who use these parts of it. */
const optional = ['@apollo/server', 'fastify', 'pino', 'undici'];

/** Packages that are bundled, types included. */
const bundled = ['zod', '@graphql-tools/schema', '@graphql-tools/utils'];

/** Bundles the types that `tsc` writes for the library: one file for each entry, with the types alone that it exports. */
export default {
  input: {
    index: `${declarations}/index.d.ts`,
    client: `${declarations}/client/index.d.ts`,
    codegen: `${declarations}/codegen/index.d.ts`,
  },
  external: (id) => !/^[./]/.test(id) && !bundled.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [
    dts({
      includeExternal: bundled,
      compilerOptions: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
    }),
    optionalImports(),
    { name: 'docgraph:remove-declarations', closeBundle: () => rmSync(declarations, { recursive: true }) },
  ],
  output: { dir: 'dist', entryFileNames: '[name].d.ts', chunkFileNames: '[name].d.ts' },
};

/** Without an optional package its types are `any`, in place of an error in the type check of the program. */
function optionalImports() {
  return {
    name: 'docgraph:optional-imports',
    renderChunk: (code) =>
      code.replaceAll(/^import .* from '(.+)';$/gm, (line, name) =>
        optional.includes(name) ? `// @ts-ignore: an optional package\n${line}` : line,
      ),
  };
}
