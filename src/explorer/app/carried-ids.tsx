import { useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';
import { fillIds, type Variables } from '../ids.ts';
import { useAnswer } from './answers.ts';

/** Carries ids from each answer into the variables that are still empty: the steps of an example follow each other. */
export function CarriedIds() {
  const answer = useAnswer();
  const editor = useGraphiQL((state) => state.variableEditor);
  useEffect(() => {
    const variables = parseVariables(editor?.getValue());
    if (!answer || !variables) return;
    const filled = fillIds(variables, answer.result.data);
    if (filled !== variables) editor?.setValue(JSON.stringify(filled, null, 2));
  }, [answer, editor]);
  return null;
}

/** Undefined while the pane is empty or being written. */
function parseVariables(text: string | undefined): Variables | undefined {
  if (!text) return undefined;
  try {
    return JSON.parse(text) as Variables;
  } catch {
    return undefined;
  }
}
