import { useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';
import { objectIn, withValues } from './editor-json.ts';
import { missingIds } from './ids.ts';
import { useResponse } from './runs.ts';

/** Fills empty id variables from each response, so that the operations of an example can be executed one after the other. */
export function VariableFiller() {
  const response = useResponse();
  const editor = useGraphiQL((state) => state.variableEditor);
  useEffect(() => {
    const text = editor?.getValue() ?? '';
    const variables = objectIn(text);
    if (!response || !variables) return;
    const found = missingIds(variables, response.result.data);
    if (Object.keys(found).length > 0) editor?.setValue(withValues(text, found));
  }, [response, editor]);
  return null;
}
