import { useGraphiQL } from '@graphiql/react';
import { objectIn, withValues } from './editor-json.ts';
import { missingIds } from './ids.ts';
import { useOnceFor } from './once-for.ts';
import { useResponse } from './runs.ts';

/** Fills empty id variables from each response, so that the operations of an example can be executed one after the other. */
export function VariableFiller() {
  const response = useResponse();
  const editor = useGraphiQL((state) => state.variableEditor);
  useOnceFor(response, ({ result }) => {
    const text = editor?.getValue() ?? '';
    const found = missingIds(objectIn(text) ?? {}, result.data);
    if (Object.keys(found).length > 0) editor?.setValue(withValues(text, found));
  });
  return null;
}
