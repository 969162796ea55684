import { getDocumentNodeFromSchema } from '@graphql-tools/utils';
import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  lexicographicSortSchema,
  print,
} from 'graphql';
import { documentOf2018 } from './edition-2018.ts';
import { strictDocument } from './strict-nullability.ts';

/**
 * Form of the SDL: as the schema is, with every field that `@semanticNonNull` marks as non-null, or for tools that know GraphQL
 * only as of June 2018.
 */
export type SdlForm = 'semantic' | 'strict' | '2018';

const transforms = {
  semantic: (document: DocumentNode) => document,
  strict: strictDocument,
  '2018': documentOf2018,
} satisfies Record<SdlForm, (document: DocumentNode) => DocumentNode>;

/**
 * Prints a schema for tools: one definition for each type, sorted by name, with the directives that are applied to it.
 * graphql-js prints no applied directives. Ends with a line end.
 */
export function printSdl(schema: GraphQLSchema, form: SdlForm = 'semantic'): string {
  const document = getDocumentNodeFromSchema(lexicographicSortSchema(schema));
  const definitions = document.definitions.filter((definition) => !isDefaultSchema(definition));
  return `${print(transforms[form]({ ...document, definitions }))}\n`;
}

const defaultRoots: Readonly<Record<string, string>> = {
  query: 'Query',
  mutation: 'Mutation',
  subscription: 'Subscription',
};

/** Whether a definition says only what holds without it: the root types have their usual names. */
function isDefaultSchema(definition: DefinitionNode): boolean {
  if (definition.kind !== Kind.SCHEMA_DEFINITION) return false;
  const { description, directives = [], operationTypes } = definition;
  const hasDefaultRoots = operationTypes.every(({ operation, type }) => type.name.value === defaultRoots[operation]);
  return description === undefined && directives.length === 0 && hasDefaultRoots;
}
