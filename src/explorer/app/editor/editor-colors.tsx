import { useGraphiQL, useMonaco } from '@graphiql/react';
import { useEffect } from 'react';

/** Applies the page's colors to the editors: Monaco draws them without CSS variables. */
export function EditorColors() {
  const monaco = useMonaco((state) => state.monaco);
  useEffect(() => {
    // The names are GraphiQL's: it selects one by the theme. Monaco redraws a theme in use when it is redefined.
    monaco?.editor.defineTheme('graphiql-LIGHT', themeOf('vs', light));
    monaco?.editor.defineTheme('graphiql-DARK', themeOf('vs-dark', dark));
  }, [monaco]);
  const theme = useGraphiQL((state) => state.theme);
  // GraphiQL selects the editors' colors once, and not again when the system's colors change.
  useEffect(() => {
    if (theme !== null || !monaco) return;
    const query = matchMedia('(prefers-color-scheme: dark)');
    const select = () => monaco.editor.setTheme(query.matches ? 'graphiql-DARK' : 'graphiql-LIGHT');
    query.addEventListener('change', select);
    return () => query.removeEventListener('change', select);
  }, [monaco, theme]);
  return null;
}

const light = {
  surface: '#ffffff',
  text: '#334155',
  primary: '#0f766e',
  tint: '#0f766e1a',
  keyword: '#7c3aed',
  field: '#0b5394',
  argument: '#9a5b00',
  type: '#0f766e',
  value: '#b3450e',
  string: '#15734a',
  comment: '#64748b',
  punctuation: '#7b8698',
};

const dark: typeof light = {
  surface: '#1c2530',
  text: '#cbd5e1',
  primary: '#2dd4bf',
  tint: '#2dd4bf21',
  keyword: '#c4b5fd',
  field: '#7cc7fb',
  argument: '#f4c96b',
  type: '#5eead4',
  value: '#fdba74',
  string: '#8fe3b0',
  comment: '#8a99ad',
  punctuation: '#8696a8',
};

type Palette = typeof light;

function themeOf(base: 'vs' | 'vs-dark', palette: Palette) {
  return {
    base,
    inherit: true,
    rules: tokenRules(palette),
    colors: { ...widgetColors(palette), ...brackets(palette) },
  };
}

function tokenRules(palette: Palette) {
  const colors: Record<string, string> = {
    keyword: palette.keyword,
    'key.identifier': palette.field,
    'argument.identifier': palette.argument,
    'type.identifier': palette.type,
    number: palette.value,
    string: palette.string,
    comment: palette.comment,
    delimiter: palette.punctuation,
    'string.key.json': palette.field,
    'string.value.json': palette.string,
    'keyword.json': palette.keyword,
  };
  return Object.entries(colors).map(([token, foreground]) => ({ token, foreground }));
}

function widgetColors({ surface, text, primary, tint, comment }: Palette) {
  const clear = '#00000000';
  return {
    'editor.background': clear,
    'editor.foreground': text,
    'editorLineNumber.foreground': comment,
    'scrollbar.shadow': clear,
    'textLink.foreground': primary,
    'textLink.activeForeground': primary,
    'editorLink.activeForeground': primary,
    'editorHoverWidget.background': surface,
    'editorWidget.background': surface,
    'editorWidget.resizeBorder': primary,
    'editorSuggestWidget.background': surface,
    'editorSuggestWidget.selectedBackground': tint,
    'editorSuggestWidget.selectedForeground': primary,
    'list.hoverBackground': tint,
    'list.highlightForeground': primary,
    'list.focusHighlightForeground': primary,
    'menu.background': surface,
    'menu.selectionBackground': tint,
    'menu.selectionForeground': primary,
    'quickInput.background': surface,
    'quickInputList.focusForeground': text,
    'quickInputList.focusBackground': tint,
    'pickerGroup.foreground': primary,
    'toolbar.hoverBackground': tint,
    'inputOption.hoverBackground': tint,
    focusBorder: primary,
  };
}

/** The same color at all nesting levels, so that fields stand out more than braces. */
function brackets({ punctuation }: Palette) {
  return Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level) => [`editorBracketHighlight.foreground${level}`, punctuation]),
  );
}
