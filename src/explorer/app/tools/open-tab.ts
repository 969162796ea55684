import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useCallback } from 'react';

/** Returns a function that opens an operation in a new tab, with the text of its variables. */
export function useOpenTab(): (query: string, variables: string) => void {
  const { addTab } = useGraphiQLActions();
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  return useCallback(
    (query, variables) => {
      addTab();
      queryEditor?.setValue(query);
      variableEditor?.setValue(variables);
    },
    [addTab, queryEditor, variableEditor],
  );
}
