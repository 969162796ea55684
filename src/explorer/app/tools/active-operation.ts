import { useGraphiQL } from '@graphiql/react';
import type { OperationText } from '../../../engine/conversion/rest-writes.ts';
import { objectIn } from '../editor-json.ts';

/** Returns the operation in the editors of the active tab; it throws for variables that are not valid JSON. */
export function useActiveOperation(): () => OperationText {
  const { queryEditor, variableEditor, operationName, operations } = useGraphiQL(
    ({ queryEditor, variableEditor, operationName, operations }) => ({
      queryEditor,
      variableEditor,
      operationName,
      operations,
    }),
  );
  return () => {
    const variables = objectIn(variableEditor?.getValue());
    if (variables === undefined) throw new Error('The variables are not valid JSON');
    return {
      query: queryEditor?.getValue() ?? '',
      ...(Object.keys(variables).length > 0 && { variables }),
      ...(operations !== undefined && operations.length > 1 && { operationName }),
    };
  };
}
