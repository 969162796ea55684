import { type GraphQLField, isObjectType } from 'graphql';
import type { Operation } from '../src/engine/contract/operation.ts';
import { definitionOf } from '../src/engine/fields/field-definitions.ts';
import type { FieldSpec } from '../src/engine/fields/spec.ts';
import { operations } from '../src/resources/contract.ts';
import { createSchema } from '../src/resources/schema.ts';
import { corsSettings } from '../src/server/settings/cors.ts';
import { featureSettings } from '../src/server/settings/features.ts';
import { limitSettings } from '../src/server/settings/limits.ts';
import { rateLimitSettings } from '../src/server/settings/rate-limits.ts';
import { serverSettings } from '../src/server/settings/server.ts';
import type { Setting } from '../src/server/settings/setting.ts';
import { tracingSettings } from '../src/server/settings/tracing.ts';
import { trustedDocumentSettings } from '../src/server/settings/trusted-documents.ts';
import { upstreamSettings } from '../src/server/settings/upstream.ts';
import { flagOf, settings } from '../src/server/settings.ts';

/**
 * The generated parts of the documentation in Markdown: by file, and in it by the name of the part's place. They are
 * read from the code, so that the documentation cannot contradict it.
 */
export function generatedParts(): Record<string, Record<string, string>> {
  const fields = schemaFields();
  return {
    'README.md': { settings: settingsTable(mostUsed) },
    'docs/settings.md': {
      upstream: settingsTable(upstreamSettings),
      server: settingsTable(serverSettings),
      limits: settingsTable(limitSettings),
      rateLimits: settingsTable(rateLimitSettings),
      cors: settingsTable(corsSettings),
      features: settingsTable(featureSettings),
      tracing: settingsTable(tracingSettings),
      trustedDocuments: settingsTable(trustedDocumentSettings),
    },
    'docs/operations.md': {
      summary: summary(fields),
      mutations: mutationsTable(fields),
      reads: readsTable(fields),
    },
  };
}

/** A field of the schema with what it is. */
interface DescribedField {
  spec: FieldSpec | undefined;
  type: string;
  name: string;
  isDeprecated: boolean;
}

function schemaFields(): DescribedField[] {
  const types = Object.values(createSchema().getTypeMap()).filter(isObjectType);
  return types.flatMap((type) =>
    Object.values(type.getFields()).map((field: GraphQLField<unknown, unknown>) => ({
      spec: definitionOf(field)?.spec,
      type: type.name,
      name: field.name,
      isDeprecated: field.deprecationReason != null,
    })),
  );
}

/** The settings that the README shows. */
const mostUsed = {
  upstreamUrl: settings.upstreamUrl,
  upstreamToken: settings.upstreamToken,
  forwardHeaders: settings.forwardHeaders,
  upstreamConnections: settings.upstreamConnections,
  host: settings.host,
  port: settings.port,
  workers: settings.workers,
  requestTimeout: settings.requestTimeout,
  maxCalls: settings.maxCalls,
};

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

function summary(fields: readonly DescribedField[]): string {
  const reads = operations.filter(({ method }) => method === 'GET').length;
  const deprecated = fields.filter(({ type, isDeprecated }) => type === 'Mutation' && isDeprecated).length;
  return [
    `The REST contract has ${operations.length} operations: ${reads} reads and ${operations.length - reads} writes.`,
    `Each write is one mutation. ${deprecated} mutations are deprecated.`,
  ].join(' ');
}

function mutationsTable(fields: readonly DescribedField[]): string {
  const mutations = fields.filter(({ type }) => type === 'Mutation');
  const rows = operations.flatMap((operation) =>
    mutations
      .filter(({ spec }) => spec?.operations.includes(operation))
      .map(({ name, isDeprecated }) => [
        isDeprecated ? `${code(name)} (deprecated)` : code(name),
        code(operation.id),
        code(requestLine(operation)),
      ]),
  );
  return table(['Mutation', 'Operation', 'REST'], rows);
}

/** Whether a field reads below its parent's path: references between records, `node` and `nodes` call the same operations. */
function isReader(spec: FieldSpec): boolean {
  return ['lookup', 'value', 'connection'].includes(spec.kind) || (spec.kind === 'toOne' && spec.isBelow);
}

function readsTable(fields: readonly DescribedField[]): string {
  const rows = operations
    .filter(({ method }) => method === 'GET')
    .map((operation) => {
      const readers = fields.filter(({ spec }) => spec && isReader(spec) && spec.operations.includes(operation));
      const names = readers.map(({ type, name }) => code(type === 'Query' ? name : `${type}.${name}`));
      return [code(requestLine(operation)), code(operation.id), names.join(', ')];
    });
  return table(['REST', 'Operation', 'Fields'], rows);
}

function requestLine({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
