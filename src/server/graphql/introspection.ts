import { Kind, type OperationDefinitionNode } from 'graphql';
import type { RequestState } from '../request/request-state.ts';

/** Whether an operation reads nothing but the schema: its response is then the same for all clients. */
function isIntrospection({ operation, selectionSet }: OperationDefinitionNode): boolean {
  return (
    operation === 'query' &&
    selectionSet.selections.every(
      (selection) =>
        selection.kind === Kind.FIELD && (selection.name.value === '__schema' || selection.name.value === '__type'),
    )
  );
}

/** Whether the response to a request tells nothing but the schema. */
export function isSchemaAlone({ operation, result }: Pick<RequestState, 'operation' | 'result'>): boolean {
  return operation !== undefined && result?.errors === undefined && isIntrospection(operation);
}
