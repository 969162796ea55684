import { useGraphiQL } from '@graphiql/react';
import { type ChangeEvent, useRef, useState } from 'react';
import { objectIn } from '../editor-json.ts';
import { useOpenTab } from '../tools/open-tab.ts';
import { fileNameOf, fileTextOf, openedFiles } from './operation-file.ts';

/** Opens `.graphql` files in tabs, and saves the active tab as one. */
export function FileButtons() {
  const input = useRef<HTMLInputElement>(null);
  const open = useOpenTab();
  const save = useSave();
  const [problem, setProblem] = useState<string>();
  const openFiles = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // The same file can be chosen again.
    target.value = '';
    const { operations, problems } = await openedFiles(files);
    for (const { query, variables } of operations) open(query, variables);
    setProblem(problems.join(' '));
  };
  return (
    <div className="docgraph-files">
      <button type="button" className="docgraph-button" onClick={() => input.current?.click()}>
        Open files …
      </button>
      <button type="button" className="docgraph-button" onClick={() => setProblem(save())}>
        Save this tab
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".graphql,.gql,.txt"
        aria-label="Files with operations"
        onChange={(event) => void openFiles(event)}
      />
      <output className="docgraph-error">{problem}</output>
    </div>
  );
}

/** Returns a function that saves the active tab, or says why it does not. */
function useSave(): () => string | undefined {
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  return () => {
    const query = queryEditor?.getValue() ?? '';
    const variables = variableEditor?.getValue() ?? '';
    if (objectIn(variables) === undefined) return 'The variables are not valid JSON, and the tab was not saved.';
    const text = fileTextOf({ query, variables });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/graphql' }));
    link.download = fileNameOf(query);
    link.click();
    // The browser has begun to read it.
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    return undefined;
  };
}
