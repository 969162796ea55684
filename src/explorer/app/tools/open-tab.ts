import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useCallback } from 'react';
import { operationFacts } from './operation-facts.ts';

/** Returns a function that opens an operation in a new tab, with the text of its variables. */
export function useOpenTab(): (query: string, variables: string) => void {
  const { addTab, setOperationFacts, updateActiveTabValues } = useGraphiQLActions();
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  return useCallback(
    (query, variables) => {
      addTab();
      queryEditor?.setValue(query);
      variableEditor?.setValue(variables);
      // The next tab may be opened before this one is rendered.
      const facts = operationFacts(query);
      setOperationFacts(facts);
      updateActiveTabValues({ query, variables, operationName: facts.operationName ?? null });
    },
    [addTab, setOperationFacts, updateActiveTabValues, queryEditor, variableEditor],
  );
}
