import { type MonacoEditor, useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';

/** The folding ranges of a response, of which the outer ones are kept. Each costs time before the response is shown. */
const maxFoldingRanges = 1000;

/** Columns that a line has after the deepest indentation. */
const leastText = 40;

/** Long lines of a response break at spaces: at the width of the pane, or farther to the right for deep responses. */
export function useResponseWrapping(): void {
  const editor = useGraphiQL((state) => state.responseEditor);
  useEffect(() => {
    if (!editor) return;
    editor.updateOptions({
      foldingMaximumRegions: maxFoldingRanges,
      matchBrackets: 'never',
      // A line of the width of the pane needs no scroll bar.
      scrollBeyondLastColumn: 0,
      wordWrap: 'wordWrapColumn',
      wordWrapBreakAfterCharacters: ' \t',
      wordWrapBreakBeforeCharacters: '',
      wrappingIndent: 'same',
      // The other strategy lets the browser measure each line, which takes seconds for long responses.
      wrappingStrategy: 'simple',
    });
    // To color pairs of brackets, which have one color here, the editor parses all of a response before it shows the first line.
    editor.getModel()?.updateOptions({
      bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
    });
    return wrapAsNeeded(editor);
  }, [editor]);
}

/** Keeps the column of the line breaks, until the returned function is called. */
function wrapAsNeeded(editor: MonacoEditor): () => void {
  let indentation = 0;
  const wrap = () => {
    const { viewportColumn } = editor.getLayoutInfo();
    editor.updateOptions({ wordWrapColumn: Math.max(viewportColumn, indentation + leastText) });
  };
  let frame = 0;
  const measure = () => {
    indentation = deepestIndentation(editor.getValue());
    wrap();
  };
  // In the next frame: both the new text and other line breaks take long.
  const measureSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(measure);
  };
  measure();
  const listeners = [editor.onDidChangeModelContent(measureSoon), editor.onDidLayoutChange(wrap)];
  return () => {
    cancelAnimationFrame(frame);
    for (const listener of listeners) listener.dispose();
  };
}

/** The most spaces at the start of a line. */
function deepestIndentation(text: string): number {
  let deepest = 0;
  for (const [spaces] of text.matchAll(/^ +/gm)) deepest = Math.max(deepest, spaces.length);
  return deepest;
}
