import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect } from 'react';

/**
 * Opens an operation of the history in a new tab. GraphiQL replaces the texts of the active tab, which cannot be undone. A tab that is
 * empty, or as the history has filled it, has nothing to lose.
 */
export function useHistoryTabs(): void {
  const { addTab } = useGraphiQLActions();
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  useEffect(() => {
    const texts = () => [queryEditor?.getValue() ?? '', variableEditor?.getValue() ?? ''].join('\n').trim();
    let filled = '';
    const before = ({ target }: Event) => {
      if (isOperation(target) && !['', filled].includes(texts())) addTab();
    };
    const after = ({ target }: Event) => {
      if (isOperation(target)) filled = texts();
    };
    // GraphiQL's handler is between the two.
    document.addEventListener('click', before, true);
    document.addEventListener('click', after);
    return () => {
      document.removeEventListener('click', before, true);
      document.removeEventListener('click', after);
    };
  }, [addTab, queryEditor, variableEditor]);
}

function isOperation(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.graphiql-history-item-label') !== null;
}
