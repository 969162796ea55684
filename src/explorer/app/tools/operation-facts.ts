import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { type DocumentNode, Kind, type OperationDefinitionNode } from 'graphql';
import { useLayoutEffect } from 'react';
import { parseQuery } from '../links/query-fields.ts';

/** What GraphiQL knows of the text in its query editor. */
interface OperationFacts {
  readonly documentAST: DocumentNode | undefined;
  readonly operations: OperationDefinitionNode[] | undefined;
  /** The operation that is executed. */
  readonly operationName: string | undefined;
}

/** The operations of a text, of which GraphiQL executes the first. */
export function operationFacts(query: string): OperationFacts {
  const documentAST = parseQuery(query);
  const operations = documentAST?.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return { documentAST, operations, operationName: operations?.[0]?.name?.value };
}

/**
 * Tells GraphiQL the operations of a tab when it is shown. GraphiQL reads its text after a pause, and until then executes it
 * with the operation name of the tab before.
 */
export function useOperationFacts(): void {
  const { setOperationFacts } = useGraphiQLActions();
  const id = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.id);
  const editor = useGraphiQL((state) => state.queryEditor);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text in the editor is that of the tab with the id
  useLayoutEffect(() => {
    if (editor !== undefined) setOperationFacts(operationFacts(editor.getValue()));
  }, [id, editor, setOperationFacts]);
}
