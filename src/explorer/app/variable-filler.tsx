import { useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';
import { fillIds, type Variables } from './ids.ts';
import { useResponse } from './runs.ts';

/** Fills empty id variables from each response, so that the operations of an example can be executed one after the other. */
export function VariableFiller() {
  const response = useResponse();
  const editor = useGraphiQL((state) => state.variableEditor);
  useEffect(() => {
    const variables = parseVariables(editor?.getValue());
    if (!response || !variables) return;
    const filled = fillIds(variables, response.result.data);
    if (filled !== variables) editor?.setValue(JSON.stringify(filled, null, 2));
  }, [response, editor]);
  return null;
}

/** Undefined if the editor is empty or its text is incomplete. */
export function parseVariables(text: string | undefined): Variables | undefined {
  if (!text) return undefined;
  try {
    return JSON.parse(text) as Variables;
  } catch {
    return undefined;
  }
}
