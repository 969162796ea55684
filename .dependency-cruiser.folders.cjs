const { options } = require('./.dependency-cruiser.cjs');

/** Trees whose folders form no cycle: no two of them import each other, directly or through others. */
const trees = ['engine', 'resources', 'server'];

module.exports = {
  forbidden: trees.map((tree) => ({
    name: `no-folder-cycles-${tree}`,
    severity: 'error',
    scope: 'folder',
    from: { path: `^src/${tree}/` },
    to: { circular: true },
  })),
  options: {
    ...options,
    // No folder imports another's resolvers, which may themselves import the contract of any resource.
    exclude: { path: `${options.exclude.path}|^src/resources/[^/]+/resolvers[.]ts$` },
  },
};
