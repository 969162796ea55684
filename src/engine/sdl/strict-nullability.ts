import { type DirectiveNode, type DocumentNode, type FieldDefinitionNode, Kind, type TypeNode, visit } from 'graphql';

const directiveName = 'semanticNonNull';

/**
 * The SDL for clients that throw on field errors: each position that `@semanticNonNull` marks is non-null, and the
 * directive and its definition are removed.
 */
export function strictDocument(document: DocumentNode): DocumentNode {
  return visit(document, {
    DirectiveDefinition: ({ name }) => (name.value === directiveName ? null : undefined),
    FieldDefinition: strictField,
  });
}

function strictField(field: FieldDefinitionNode): FieldDefinitionNode | undefined {
  const { directives = [], type } = field;
  const marker = directives.find(isMarker);
  if (marker === undefined) return undefined;
  const others = directives.filter((directive) => !isMarker(directive));
  return { ...field, directives: others, type: strictType(type, levelsOf(marker)) };
}

function isMarker({ name }: DirectiveNode): boolean {
  return name.value === directiveName;
}

/** The levels of a field's type that are non-null: 0 is the field itself, 1 are its items, and so on. */
function levelsOf(marker: DirectiveNode): ReadonlySet<number> {
  const levels = marker.arguments?.find(({ name }) => name.value === 'levels')?.value;
  if (levels === undefined) return new Set([0]);
  const values = levels.kind === Kind.LIST ? levels.values : [levels];
  return new Set(values.map((value) => (value.kind === Kind.INT ? Number(value.value) : Number.NaN)));
}

function strictType(type: TypeNode, levels: ReadonlySet<number>, level = 0): TypeNode {
  if (type.kind === Kind.NON_NULL_TYPE) {
    const inner = strictType(type.type, levels, level);
    return inner.kind === Kind.NON_NULL_TYPE ? inner : { ...type, type: inner };
  }
  const strict = type.kind === Kind.LIST_TYPE ? { ...type, type: strictType(type.type, levels, level + 1) } : type;
  return levels.has(level) ? { kind: Kind.NON_NULL_TYPE, type: strict } : strict;
}
