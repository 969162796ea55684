import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';

/** Undefined if the text is not a document. */
export function parseQuery(text: string): DocumentNode | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** The operation that a request executes: the one of that name, or the first. */
export function operationIn(
  document: DocumentNode,
  name: string | null | undefined,
): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return operations.find((node) => node.name?.value === name) ?? operations[0];
}

/** How many fields a search visits: documents may select a field many times, and fragments may multiply that. */
const maxVisited = 10_000;

/**
 * The field nodes from the root to a field, which is named by response names, joined by dots. Undefined if the operation
 * does not select it.
 */
export function fieldNodes(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  field: string,
): FieldNode[] | undefined {
  let visited = 0;
  const descend = (set: SelectionSetNode | undefined, [name, ...below]: readonly string[]): FieldNode[] | undefined => {
    if (name === undefined) return [];
    // A field may be selected in several fragments, each with some of the fields below it.
    for (const node of fieldsIn(document, set)) {
      if (++visited > maxVisited) return undefined;
      const rest = responseName(node) === name ? descend(node.selectionSet, below) : undefined;
      if (rest !== undefined) return [node, ...rest];
    }
    return undefined;
  };
  return descend(operation.selectionSet, field.split('.'));
}

export function responseName({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

/** The fields of a selection set, with those of its fragments. A fragment is followed once. */
export function fieldsIn(
  document: DocumentNode,
  set: SelectionSetNode | undefined,
  seen = new Set<string>(),
): FieldNode[] {
  return (set?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(document, selection.selectionSet, seen);
    const name = selection.name.value;
    if (seen.has(name)) return [];
    return fieldsIn(document, fragmentNamed(document, name)?.selectionSet, seen.add(name));
  });
}

function fragmentNamed(document: DocumentNode, name: string): FragmentDefinitionNode | undefined {
  return document.definitions.find(
    (node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === name,
  );
}

/** The field that is selected at an offset of the document's text: response names from the root; undefined outside of fields. */
export function fieldAt(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  offset: number,
): string | undefined {
  let visited = 0;
  const search = (set: SelectionSetNode | undefined, names: readonly string[]): readonly string[] | undefined => {
    for (const node of fieldsIn(document, set)) {
      if (++visited > maxVisited) return undefined;
      const path = [...names, responseName(node)];
      const found = search(node.selectionSet, path) ?? (isAt(node, offset) ? path : undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(operation.selectionSet, [])?.join('.');
}

function isAt({ loc }: FieldNode, offset: number): boolean {
  return loc !== undefined && loc.start <= offset && offset <= loc.end;
}
