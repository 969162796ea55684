/** The layers, lowest first: a file imports only from its own layer, or from one below it (see docs/architecture.md). */
const layers = ['engine', 'resources', 'server', 'cluster', 'cli'];

/** A folder of src may import only from the folders in `allowed`, and from itself. */
const layer = (name, allowed) => ({
  name: `layer-${name}`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^src/', pathNot: [`^src/${name}/`, ...allowed.map((folder) => `^src/${folder}/`)] },
});

module.exports = {
  forbidden: [
    ...layers.map((name, i) => layer(name, [...layers.slice(0, i), ...(name === 'cli' ? ['sandbox'] : [])])),
    // The sandbox is a service of its own: it shares the contract with the gateway, and nothing else.
    layer('sandbox', ['engine/contract', 'resources']),
    {
      name: 'no-resolvers-of-other-resources',
      comment: 'What is shared stands in contract.ts, or in a helper file of the resource.',
      severity: 'error',
      from: { path: '^src/(resources|sandbox)/([^/]+)/' },
      to: { path: '^src/resources/[^/]+/resolvers[.]ts$', pathNot: '^src/resources/$2/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'nothing-from-tests', severity: 'error', from: { path: '^src/' }, to: { path: '^test/' } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // Generated types connect all layers, and belong to none.
    exclude: { path: '^src/(explorer/app|generated)' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
