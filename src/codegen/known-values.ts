import { type FieldDefinitionNode, type InputValueDefinitionNode, Kind } from 'graphql';

/** The values that `@knownValues` states for a field, an argument or an input field; undefined if it has no such directive. */
export function knownValuesOf(node: FieldDefinitionNode | InputValueDefinitionNode): readonly string[] | undefined {
  const directive = node.directives?.find(({ name }) => name.value === 'knownValues');
  const values = directive?.arguments?.find(({ name }) => name.value === 'values')?.value;
  if (values === undefined) return undefined;
  const items = values.kind === Kind.LIST ? values.values : [values];
  return items.flatMap((item) => (item.kind === Kind.STRING ? [item.value] : []));
}
