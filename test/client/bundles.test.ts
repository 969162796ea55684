import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import { expect, it } from 'vitest';

const kit = fileURLToPath(new URL('../../src/client/index.ts', import.meta.url));

it.each([
  ['possibleTypes, kit.typePolicies', 13],
  ['graphcacheKeys, kit.graphcacheResolvers', 8],
  ['FieldErrors', 5],
  ['connections', 2],
  ['getDataID, kit.missingFieldHandlers', 2],
  ['knownValues', 2],
  ['possibleTypes', 2],
  ['scalars', 2],
  ['throwOnFieldError', 2],
])('adds to a program that uses kit.%s no more than %i kB', async (names, kilobytes) => {
  const { length } = await bundleOf(`globalThis.used = [kit.${names}];`);
  // As docs/clients.md has it, to the nearest kilobyte.
  expect(length).toBeLessThan((kilobytes + 0.5) * 1000);
});

it('works in engines without interfaces of the web and without toSorted, such as that of React Native', async () => {
  const context = createContext({});
  runInContext('delete Array.prototype.toSorted;', context);
  runInContext(await bundleOf(program), context);
  expect(context).toMatchObject({
    message: 'No.',
    nodes: [{ __ref: 'b' }],
    page: { __typename: 'SiteConnection', edges: [] },
  });
});

/** Uses what has to put arguments in one order. */
const program = `
  const name = (value) => ({ kind: 'Name', value });
  const argument = (of, value) => ({ name: name(of), value: { kind: 'StringValue', value } });
  const selected = (field, selections) => ({ kind: 'Field', name: name(field), selectionSet: { selections } });
  const sites = { ...selected('sites', []), arguments: [argument('title', 'a'), argument('spaceId', 'b')] };
  const operation = { operation: 'query', selectionSet: { selections: [selected('organization', [sites])] } };

  const query = { definitions: [operation] };
  const data = { organization: { __typename: 'Organization', id: 'a', sites: null } };
  const errors = new kit.FieldErrors();
  errors.record({ query }, { data, errors: [{ message: 'No.', path: ['organization', 'sites'] }] });
  try { errors.guard({ query }, data).organization.sites; } catch (error) { globalThis.message = error.message; }

  const { merge, read } = kit.typePolicies.Organization.fields.sites;
  const options = { args: {}, field: selected('sites', [sites]), canRead: () => true, mergeObjects: Object.assign };
  globalThis.nodes = read(merge(undefined, { nodes: [{ __ref: 'b' }] }, options), options).nodes;

  const stored = { sites: 'c', edges: [], __typename: 'SiteConnection' };
  const cache = {
    inspectFields: () => [{ fieldName: 'sites', fieldKey: 'sites', arguments: { title: 'a', spaceId: 'b' } }],
    resolve: (_key, field) => stored[field],
  };
  const info = { parentKey: 'a', fieldName: 'sites', parentFieldKey: 'sites' };
  globalThis.page = kit.graphcacheResolvers().Organization.sites({}, { spaceId: 'b', title: 'a' }, cache, info);
`;

/** The code of a program that imports the kit, as bundlers for browsers write it. */
async function bundleOf(code: string): Promise<string> {
  const entry = '\0program';
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'docgraph:program',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? `import * as kit from ${JSON.stringify(kit)};\n${code}` : null),
      },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry } },
  });
  if (!('output' in output)) throw new Error('Expected one bundle.');
  return output.output.map((file) => ('code' in file ? file.code : '')).join('');
}
