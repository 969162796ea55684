import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useMemo } from 'react';
import { objectIn, withValues } from '../editor-json.ts';
import { parseQuery } from '../links/query-fields.ts';
import { useResponse } from '../runs.ts';
import { nextPage } from './next-page.ts';

/** Requests the next page of a connection, where the response says that there is one. */
export function NextPageButton() {
  const response = useResponse();
  const editor = useGraphiQL((state) => state.variableEditor);
  const { run, setOperationName } = useGraphiQLActions();
  const next = useMemo(() => {
    const document = response && parseQuery(response.request.query);
    return document && nextPage(document, response.request.operationName, response.result.data);
  }, [response]);
  if (response === undefined || next === undefined || editor === undefined) return null;
  const { operationName } = response.request;
  const show = () => {
    const text = editor.getValue();
    // GraphiQL says what is wrong with variables that have become invalid.
    if (objectIn(text)) editor.setValue(withValues(text, { [next.variable]: next.cursor }));
    // GraphiQL chooses the first operation again when the text changes, or the tab. That one may be a mutation.
    if (operationName !== undefined) setOperationName(operationName);
    run();
  };
  return (
    <button type="button" className="docgraph-button-small" onClick={show}>
      Next page of {next.connection}
    </button>
  );
}
