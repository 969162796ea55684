import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { badUserInput } from '../http/errors.ts';

/** The variable that a field exports its value to, by `@export(as:)`. Throws BAD_USER_INPUT where several are named, or none. */
export function exportedName(nodes: readonly FieldNode[]): string | undefined {
  let exported: string | undefined;
  for (const { directives = [] } of nodes) {
    for (const directive of directives) {
      if (directive.name.value !== 'export') continue;
      const name = nameIn(directive);
      if (name === undefined) throw badUserInput('The "as" of @export must be the name of a variable, as a text.');
      if (exported !== undefined && exported !== name) throw badUserInput('A field is exported to one variable.');
      exported = name;
    }
  }
  return exported;
}

/** The variables that an operation exports to, also where a condition leaves the export out. */
export function exportedNames(
  operation: OperationDefinitionNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): ReadonlySet<string> {
  const names = new Set<string>();
  const reached = new Set<OperationDefinitionNode | FragmentDefinitionNode>([operation]);
  const visitor = {
    FragmentSpread({ name }: { name: { value: string } }) {
      const fragment = fragments[name.value];
      if (fragment !== undefined) reached.add(fragment);
    },
    Directive(directive: DirectiveNode) {
      const name = directive.name.value === 'export' ? nameIn(directive) : undefined;
      if (name !== undefined) names.add(name);
    },
  };
  // A set can be extended while it is iterated.
  for (const definition of reached) visit(definition, visitor);
  return names;
}

function nameIn({ arguments: [as] = [] }: DirectiveNode): string | undefined {
  return as?.value.kind === Kind.STRING ? as.value.value : undefined;
}
