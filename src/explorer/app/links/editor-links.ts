import { type MonacoEditor, useGraphiQL } from '@graphiql/react';
import { useCallback, useEffect, useRef } from 'react';
import type { ResponsePath } from '../../../engine/http/call-origin.ts';
import { fieldAt, fieldNodes, operationIn, parseQuery } from './query-fields.ts';
import { responseIn, type TextRange } from './response-places.ts';

/** What calls are linked to: fields of the query, and places in the response. */
export interface LinkTarget {
  readonly fields: readonly string[];
  readonly paths: readonly ResponsePath[];
}

/** What the user points at in an editor: a field of the query, or a place in the response. */
export type EditorPoint = { readonly field: string } | { readonly path: ResponsePath };

export interface EditorLinks {
  /** The operation of the calls: that of the editor may be another one. */
  readonly operationName: string | undefined;
  /** Marked in the editors. */
  readonly target: LinkTarget | undefined;
  /** Scrolled into view, when it changes. */
  readonly revealed: LinkTarget | undefined;
  /** Called when the pointer moves in an editor; undefined where it points at nothing. */
  readonly onPoint: (point: EditorPoint | undefined) => void;
  /** Called when the user sets an editor's cursor. */
  readonly onPick: (point: EditorPoint) => void;
}

/** At most so many places of a group are marked. */
const maxPlaces = 200;

/** Marks fields and places of calls in the query editor and the response editor, and tells what the user points at there. */
export function useEditorLinks({ operationName, target, revealed, onPoint, onPick }: EditorLinks): void {
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const responseEditor = useGraphiQL((state) => state.responseEditor);
  useMarks(queryEditor, target, (editor, { fields }) => fieldRanges(editor.getValue(), operationName, fields));
  useMarks(responseEditor, target, placeRanges);
  useReveal(queryEditor, revealed, (editor, { fields }) => fieldRanges(editor.getValue(), operationName, fields));
  useReveal(responseEditor, revealed, placeRanges);
  const createFieldFinder = useCallback((text: MonacoEditor) => fieldFinder(text, operationName), [operationName]);
  useEditorEvents(queryEditor, { onPoint, onPick }, createFieldFinder);
  useEditorEvents(responseEditor, { onPoint, onPick }, placeFinder);
}

export function goToField(editor: MonacoEditor | undefined, operationName: string | undefined, field: string): void {
  if (editor) setCursor(editor, fieldRanges(editor.getValue(), operationName, [field])[0]?.start);
}

export function goToPlace(editor: MonacoEditor | undefined, path: ResponsePath): void {
  if (editor) setCursor(editor, placeRanges(editor, { paths: [path] })[0]?.start);
}

/** Sets the cursor of an editor to an offset in its text, and shows it; does nothing where one of both is missing. */
export function setCursor(editor: MonacoEditor | undefined, offset: number | undefined): void {
  const position = offset === undefined ? undefined : editor?.getModel()?.getPositionAt(offset);
  if (!editor || !position) return;
  editor.setPosition(position);
  editor.revealPositionInCenterIfOutsideViewport(position);
  editor.focus();
}

type FindRanges = (editor: MonacoEditor, target: LinkTarget) => TextRange[];

function useMarks(editor: MonacoEditor | undefined, target: LinkTarget | undefined, find: FindRanges): void {
  const findRef = useLatest(find);
  useEffect(() => {
    if (!editor || !target) return;
    const marks = editor.createDecorationsCollection(
      findRef.current(editor, target).flatMap((range) => {
        const marked = editorRange(editor, range);
        return marked ? [{ range: marked, options: { inlineClassName: 'docgraph-linked' } }] : [];
      }),
    );
    return () => marks.clear();
  }, [editor, target, findRef]);
}

function useReveal(editor: MonacoEditor | undefined, target: LinkTarget | undefined, find: FindRanges): void {
  const findRef = useLatest(find);
  useEffect(() => {
    const [first] = editor && target ? findRef.current(editor, target) : [];
    const range = editor && first && editorRange(editor, first);
    if (range) editor.revealRangeInCenterIfOutsideViewport(withText(range));
  }, [editor, target, findRef]);
}

/** The range and what follows it in its line, as far as it is useful to see. */
function withText<Range extends { endColumn: number }>(range: Range): Range {
  return { ...range, endColumn: range.endColumn + 20 };
}

function editorRange(editor: MonacoEditor, { start, end }: TextRange) {
  const model = editor.getModel();
  if (!model) return undefined;
  const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)];
  return {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  };
}

/** The cursor was set by the mouse or by arrow keys, not moved by a change of the text. */
const explicitReason = 3;

/** Finds what is at an offset of an editor's text. */
type Finder = (offset: number) => EditorPoint | undefined;

function fieldFinder(editor: MonacoEditor, operationName: string | undefined): Finder {
  const document = parseQuery(editor.getValue());
  const operation = document && operationIn(document, operationName);
  return (offset) => {
    const field = document && operation && fieldAt(document, operation, offset);
    return field === undefined ? undefined : { field };
  };
}

function placeFinder(editor: MonacoEditor): Finder {
  const text = responseIn(editor.getModel());
  return (offset) => {
    const path = text.pathAt(offset);
    return path === undefined ? undefined : { path };
  };
}

/** `createFinder` is called once for each text of the editor. */
function useEditorEvents(
  editor: MonacoEditor | undefined,
  handlers: Pick<EditorLinks, 'onPoint' | 'onPick'>,
  createFinder: (editor: MonacoEditor) => Finder,
): void {
  const latest = useLatest(handlers);
  useEffect(() => {
    if (!editor) return;
    let finder: Finder | undefined;
    const pointAt = (position: { lineNumber: number; column: number } | null | undefined) => {
      const offset = position && editor.getModel()?.getOffsetAt(position);
      finder ??= createFinder(editor);
      return offset == null ? undefined : finder(offset);
    };
    const subscriptions = [
      editor.onDidChangeModelContent(() => {
        finder = undefined;
      }),
      editor.onMouseMove(({ target }) => latest.current.onPoint(pointAt(target.position))),
      editor.onMouseLeave(() => latest.current.onPoint(undefined)),
      editor.onDidChangeCursorPosition(({ position, reason, source }) => {
        const point = reason === explicitReason && source !== 'api' ? pointAt(position) : undefined;
        if (point) latest.current.onPick(point);
      }),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.dispose();
    };
  }, [editor, createFinder, latest]);
}

function fieldRanges(text: string, operationName: string | undefined, fields: readonly string[]): TextRange[] {
  const document = parseQuery(text);
  const operation = document && operationIn(document, operationName);
  if (!document || !operation) return [];
  return fields.flatMap((field) => {
    const node = fieldNodes(document, operation, field)?.at(-1);
    const { start, end } = (node?.alias ?? node?.name)?.loc ?? {};
    return start === undefined || end === undefined ? [] : [{ start, end }];
  });
}

function placeRanges(editor: MonacoEditor, { paths }: Pick<LinkTarget, 'paths'>): TextRange[] {
  const response = responseIn(editor.getModel());
  return paths.slice(0, maxPlaces).flatMap((path) => response.nameAt(path) ?? []);
}

/** A ref to the value of the latest render, for handlers that are registered once. */
function useLatest<T>(value: T) {
  const ref = useRef(value);
  useEffect(() => {
    ref.current = value;
  });
  return ref;
}
