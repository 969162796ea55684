/** The floors of the house: a file imports only from floors below it (see README, "The house"). */
const floors = ['contract', 'rest', '(?:loaders|relay)', 'plan', 'resolvers', 'server', 'cluster'];

/** Every folder of src may import only what `below` names, and itself. */
const floor = (name, allowed) => ({
  name: `floor-${name.replace(/\W+/g, '-')}`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^src/', pathNot: [`^src/${name}/`, ...allowed.map((folder) => `^src/${folder}/`)] },
});

module.exports = {
  forbidden: [
    ...floors.map((name, i) => floor(name, floors.slice(0, i))),
    floor('sandbox', ['contract']),
    {
      name: 'loaders-and-relay-apart',
      severity: 'error',
      from: { path: '^src/loaders/' },
      to: { path: '^src/relay/' },
    },
    {
      name: 'no-sibling-resources',
      comment: 'What two resolver files share stands in fields.ts or in a helper file of its own.',
      severity: 'error',
      from: { path: '^src/resolvers/(?!index)[^/]+\\.ts$' },
      to: {
        path: '^src/resolvers/',
        pathNot: [
          '^src/resolvers/(ahead|fields|field|actions|bind|checks|complete|content-fields|comment-fields|comment-inputs|context|counted|enums|inputs|parents|preflight|promised|scalars|settle|user-errors|verdicts)\\.ts$',
        ],
      },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'nothing-from-tests', severity: 'error', from: { path: '^src/' }, to: { path: '^test/' } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // What codegen writes ties the types of all floors together, and is nobody's floor.
    exclude: { path: '^src/(explorer/app|generated)' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
