import { useGraphiQL } from '@graphiql/react';
import type { OperationText } from '../../../engine/conversion/rest-writes.ts';
import { parseVariables } from '../variable-filler.tsx';

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
    const text = variableEditor?.getValue() ?? '';
    const variables = parseVariables(text);
    if (variables === undefined && text.trim() !== '') throw new Error('The variables are not valid JSON');
    return {
      query: queryEditor?.getValue() ?? '',
      ...(variables && { variables }),
      ...(operations !== undefined && operations.length > 1 && { operationName }),
    };
  };
}
