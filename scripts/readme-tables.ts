import { type GraphQLField, isObjectType } from 'graphql';
import type { Endpoint } from '../src/engine/contract/endpoint.ts';
import { definitionOf } from '../src/engine/fields/field-definitions.ts';
import type { FieldKind } from '../src/engine/fields/field-kind.ts';
import { endpoints } from '../src/resources/contract.ts';
import { createSchema } from '../src/resources/schema.ts';
import { settingGroups } from '../src/server/settings/groups.ts';
import type { Setting } from '../src/server/settings/setting.ts';
import { commonSettings, flagOf } from '../src/server/settings/settings.ts';

/**
 * The generated parts of the documentation in Markdown: by file, and in it by the name of the part's place. They are
 * read from the code, so that the documentation cannot contradict it.
 */
export function generatedParts(): Record<string, Record<string, string>> {
  const fields = schemaFields();
  return {
    'docs/settings.md': {
      common: settingsTable(commonSettings),
      ...Object.fromEntries(
        Object.entries(settingGroups).map(([place, { settings }]) => [place, settingsTable(settings)]),
      ),
    },
    'docs/caching.md': {
      narrowWrites: endpointList(({ touches }) => touches !== undefined),
      derivedReads: endpointList(({ caching }) => caching?.isDerived === true),
      neverKept: endpointList(({ caching }) => caching?.maxAgeMs === 0),
    },
    'docs/operations.md': {
      summary: summary(),
      mutations: mutationsTable(fields),
      reads: readsTable(fields),
    },
  };
}

/** The REST operations of which something is true, as a list. */
function endpointList(isListed: (endpoint: Endpoint) => boolean): string {
  return endpoints
    .filter(isListed)
    .map(({ method, path }) => `- \`${method} ${path}\``)
    .join('\n');
}

/** A field of the schema with what it is. */
interface DescribedField {
  kind: FieldKind | undefined;
  type: string;
  name: string;
}

function schemaFields(): DescribedField[] {
  const types = Object.values(createSchema().getTypeMap()).filter(isObjectType);
  return types.flatMap((type) =>
    Object.values(type.getFields()).map((field: GraphQLField<unknown, unknown>) => ({
      kind: definitionOf(field)?.kind,
      type: type.name,
      name: field.name,
    })),
  );
}

function settingsTable(group: Readonly<Record<string, Setting<unknown>>>): string {
  const rows = Object.values(group).map((setting) => [
    code(setting.name),
    code(flagOf(setting)),
    defaults(setting),
    setting.description,
  ]);
  return table(['Environment', 'Flag', 'Default', 'Meaning'], rows);
}

function defaults({ defaultValue, productionDefault }: Setting<unknown>): string {
  const usual = defaultValue ? code(defaultValue) : '';
  return productionDefault === undefined ? usual : `${usual}, in production ${code(productionDefault)}`;
}

function summary(): string {
  const reads = endpoints.filter(({ method }) => method === 'GET').length;
  const deprecated = endpoints.filter((endpoint) => endpoint.deprecated !== undefined).length;
  return [
    `The REST contract has ${endpoints.length} operations: ${reads} reads and ${endpoints.length - reads} writes.`,
    `Each write is one mutation. The contract deprecates ${deprecated} of them, and names no path of what replaces them.`,
  ].join(' ');
}

function mutationsTable(fields: readonly DescribedField[]): string {
  const mutations = fields.filter(({ type }) => type === 'Mutation');
  const rows = endpoints.flatMap((endpoint) =>
    mutations
      .filter(({ kind }) => kind?.endpoints.includes(endpoint))
      .map(({ name }) => [
        endpoint.deprecated ? `${code(name)} (deprecated)` : code(name),
        code(endpoint.id),
        code(requestLine(endpoint)),
      ]),
  );
  return table(['Mutation', 'Operation', 'REST'], rows);
}

function readsTable(fields: readonly DescribedField[]): string {
  const rows = endpoints
    .filter(({ method }) => method === 'GET')
    .map((endpoint) => {
      const readers = fields.filter(({ kind }) => kind?.isReader && kind.endpoints.includes(endpoint));
      const names = readers.map(({ type, name }) => code(type === 'Query' ? name : `${type}.${name}`));
      return [code(requestLine(endpoint)), code(endpoint.id), names.join(', ')];
    });
  return table(['REST', 'Operation', 'Fields'], rows);
}

function requestLine({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
