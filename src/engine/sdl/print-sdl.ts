import { getDocumentNodeFromSchema } from '@graphql-tools/utils';
import {
  type DefinitionNode,
  type DirectiveDefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  Kind,
  lexicographicSortSchema,
  type NamedTypeNode,
  print,
  visit,
} from 'graphql';
import { strictDocument } from './strict-nullability.ts';

/** Directives of later editions: tools of June 2018 reject SDL that applies them. */
const laterDirectives = new Set(['oneOf', 'specifiedBy']);
const laterLocations = new Set(['VARIABLE_DEFINITION', 'DIRECTIVE_DEFINITION']);

/**
 * The SDL without what the edition of June 2018 does not have: `@oneOf`, `@specifiedBy`, interfaces that implement interfaces,
 * deprecated inputs, repeatable directives, and the schema's description.
 */
function documentOf2018(document: DocumentNode): DocumentNode {
  const interfaces: readonly NamedTypeNode[] = [];
  return visit(document, {
    Directive: ({ name }) => (laterDirectives.has(name.value) ? null : undefined),
    SchemaDefinition: (node) => ({ ...node, description: undefined }),
    InterfaceTypeDefinition: { leave: (node) => ({ ...node, interfaces }) },
    InputValueDefinition: { leave: withoutDeprecation },
    DirectiveDefinition: definitionOf2018,
  });
}

function withoutDeprecation(node: InputValueDefinitionNode): InputValueDefinitionNode {
  return { ...node, directives: node.directives?.filter(({ name }) => name.value !== 'deprecated') };
}

/** Null for a directive that could be applied nowhere. */
function definitionOf2018(node: DirectiveDefinitionNode): DirectiveDefinitionNode | null {
  const locations = node.locations.filter(({ value }) => !laterLocations.has(value));
  return locations.length === 0 ? null : { ...node, repeatable: false, locations };
}

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
