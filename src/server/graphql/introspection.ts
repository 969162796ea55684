import { Kind, type OperationDefinitionNode } from 'graphql';

/** Whether an operation reads nothing but the schema: its response is then the same for all clients. */
export function isIntrospection({ operation, selectionSet }: OperationDefinitionNode): boolean {
  return (
    operation === 'query' &&
    selectionSet.selections.every(
      (selection) =>
        selection.kind === Kind.FIELD && (selection.name.value === '__schema' || selection.name.value === '__type'),
    )
  );
}
