/** The layers, lowest first: a file imports only from its own layer, or from one below it (see docs/architecture.md). */
const layers = ['engine', 'resources', 'server', 'cluster', 'cli'];

/** The folders of src/server, lowest first. `gateway.ts` assembles them; none of them imports it. */
const serverFolders = [
  'runtime',
  'settings',
  'redis',
  'http',
  'upstream',
  'documents',
  'request',
  'observation',
  'admission',
  'graphql',
  'shadow',
  'transport',
  'admin',
];

/** A folder of src/server imports only from the folders before it. */
const serverFolder = (name, i) => ({
  name: `server-${name}`,
  severity: 'error',
  from: { path: `^src/server/${name}/` },
  to: { path: '^src/server/', pathNot: serverFolders.slice(0, i + 1).map((folder) => `^src/server/${folder}/`) },
});

/** A folder of src may import only from the folders in `allowed`, and from itself. */
const layer = (name, allowed) => ({
  name: `layer-${name}`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^src/', pathNot: [`^src/${name}/`, ...allowed.map((folder) => `^src/${folder}/`)] },
});

/** What other layers import of the engine. */
const engineFacade = '^src/engine/engine[.]ts$';

/** The parts of the engine that contracts and resolvers are built with. */
const engineBuilders = ['contract', 'data', 'fields', 'relay'];

/** The files of other layers whose code the explorer has, too. */
const browserFiles = [
  '^src/engine/contract/group-by[.]ts$',
  '^src/engine/contract/json[.]ts$',
  '^src/engine/conversion/curl[.]ts$',
  '^src/engine/plan/call-levels[.]ts$',
];

module.exports = {
  forbidden: [
    ...layers.map((name, i) => layer(name, [...layers.slice(0, i), ...(name === 'cli' ? ['sandbox'] : [])])),
    ...serverFolders.map(serverFolder),
    {
      name: 'server-folders',
      comment: 'Each folder of src/server has a place in the order.',
      severity: 'error',
      from: { path: '^src/server/[^/]+/', pathNot: serverFolders.map((folder) => `^src/server/${folder}/`) },
      to: {},
    },
    // The sandbox is a service of its own: it shares the contract with the gateway, and nothing else.
    layer('sandbox', ['engine/contract', 'resources']),
    {
      name: 'layer-client',
      comment: 'Browsers bundle it: it imports nothing of the gateway, and of packages types only.',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { pathNot: ['^src/client/', '^src/generated/client[.]ts$'], dependencyTypesNot: ['type-only'] },
    },
    layer('codegen', []),
    {
      name: 'layer-explorer',
      comment: 'Browsers load it: of the gateway it has types, and code that needs no Node.',
      severity: 'error',
      from: { path: '^src/explorer/' },
      to: { path: '^src/', pathNot: ['^src/explorer/', ...browserFiles], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'layer-explorer-types',
      severity: 'error',
      from: { path: '^src/explorer/' },
      to: { path: '^src/', pathNot: '^src/(explorer|engine|server)/' },
    },
    {
      name: 'engine-facade',
      comment: 'The engine is used through its facade. Resources also use the builders of contracts and fields.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(engine|resources|sandbox|explorer)/' },
      to: { path: '^src/engine/', pathNot: engineFacade },
    },
    {
      name: 'engine-builders',
      severity: 'error',
      from: { path: '^src/resources/' },
      to: { path: '^src/engine/', pathNot: [engineFacade, `^src/engine/(${engineBuilders.join('|')})/`] },
    },
    {
      name: 'engine-behind-its-facade',
      severity: 'error',
      from: { path: '^src/engine/[^/]+/' },
      to: { path: '^src/engine/[^/]+$' },
    },
    {
      name: 'no-resolvers-of-other-resources',
      comment: 'What is shared stands in contract.ts, or in a helper file of the resource.',
      severity: 'error',
      from: { path: '^src/(resources|sandbox)/([^/]+)/' },
      to: { path: '^src/resources/[^/]+/resolvers[.]ts$', pathNot: '^src/resources/$2/' },
    },
    {
      name: 'shared-imports-no-resource',
      severity: 'error',
      from: { path: '^src/resources/shared/' },
      to: { path: '^src/resources/', pathNot: '^src/resources/shared/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'nothing-from-tests', severity: 'error', from: { path: '^src/' }, to: { path: '^test/' } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // Generated types connect all layers, and belong to none.
    exclude: { path: '^src/generated' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
