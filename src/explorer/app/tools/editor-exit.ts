import { useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';

/** In an editor, Tab indents. Escape leads out of it, to the frame around it, from where Tab leads on. */
export function useEditorExit(): void {
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      // Where the key closes something in the editor, such as suggestions, the event does not come here.
      if (event.key !== 'Escape' || !(event.target instanceof Element)) return;
      event.target.closest('.monaco-editor')?.closest<HTMLElement>('.graphiql-editor, .result-window')?.focus();
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, []);
  useLabel('queryEditor', 'Query');
  useLabel('variableEditor', 'Variables');
  useLabel('headerEditor', 'Headers');
}

/** What screen readers say of an editor. */
function useLabel(name: 'queryEditor' | 'variableEditor' | 'headerEditor', content: string): void {
  const editor = useGraphiQL((state) => state[name]);
  useEffect(() => editor?.updateOptions({ ariaLabel: `${content}. Escape leaves the editor.` }), [editor, content]);
}
