import {
  type DirectiveDefinitionNode,
  type DocumentNode,
  type InputValueDefinitionNode,
  type NamedTypeNode,
  visit,
} from 'graphql';

/** Directives of later editions: tools of June 2018 reject SDL that applies them. */
const laterDirectives = new Set(['oneOf', 'specifiedBy']);
const laterLocations = new Set(['VARIABLE_DEFINITION', 'DIRECTIVE_DEFINITION']);

/**
 * The SDL without what the edition of June 2018 does not have: `@oneOf`, `@specifiedBy`, interfaces that implement interfaces,
 * deprecated inputs, repeatable directives, and the schema's description.
 */
export function documentOf2018(document: DocumentNode): DocumentNode {
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
