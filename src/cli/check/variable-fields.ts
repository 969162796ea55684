import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';

/**
 * The fields of an operation whose arguments have variables that are not among `given`, by the path of their keys in the response. What
 * the plan says of their arguments is true only of the values that it was made with. The document is within the limits of the gateway.
 */
export function variableFields(
  document: DocumentNode,
  { selectionSet }: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): ReadonlySet<string> {
  const fragments = new Map(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  );
  const paths = new Set<string>();
  collect(selectionSet, '');
  return paths;

  function collect({ selections }: SelectionSetNode, above: string): void {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) addField(selection, above);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet, above);
      else
        collect(
          fragments.get(selection.name.value)?.selectionSet ?? { kind: Kind.SELECTION_SET, selections: [] },
          above,
        );
    }
  }

  function addField(field: FieldNode, above: string): void {
    const key = (field.alias ?? field.name).value;
    const path = above === '' ? key : `${above}.${key}`;
    if (hasVariable(field, given)) paths.add(path);
    if (field.selectionSet !== undefined) collect(field.selectionSet, path);
  }
}

function hasVariable(field: FieldNode, given: Readonly<Record<string, unknown>>): boolean {
  let found = false;
  for (const argument of field.arguments ?? []) {
    visit(argument, {
      Variable({ name: { value: name } }) {
        if (!Object.hasOwn(given, name)) found = true;
      },
    });
  }
  return found;
}
