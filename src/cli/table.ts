import { type Paint, plain, type Style } from './colors.ts';

export interface Column {
  title: string;
  /** `left` by default. */
  align?: 'left' | 'right';
  /** Longer texts are cut, and end with an ellipsis. */
  maxWidth?: number;
}

export type Cell = string | { text: string; style: Style };

const gap = '  ';

/**
 * Formats a table as lines: titles first, columns as wide as their widest cell. Control characters in cells are replaced, so
 * that a name from a file cannot change the terminal. Widths are in code points.
 */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  paint: Paint = plain,
): string[] {
  const titles: Cell[] = columns.map(({ title }) => ({ text: title, style: 'bold' }));
  const lines = [titles, ...rows].map((row) => columns.map((column, i) => shown(row[i] ?? '', column)));
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => widthOf(line[i]?.text ?? ''))));
  return lines.map((line) =>
    line
      .map(({ text, style }, i) =>
        pad(style === undefined ? text : paint(style, text), text, columns[i], widths[i] ?? 0),
      )
      .join(gap)
      .trimEnd(),
  );
}

/** Text that is safe to print: without control characters, and without those that change the direction of text. */
export function printable(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}

/** `1 level`, `2 levels`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function shown(cell: Cell, { maxWidth = Number.POSITIVE_INFINITY }: Column): { text: string; style?: Style } {
  const { text, ...style } = typeof cell === 'string' ? { text: cell } : cell;
  const characters = [...printable(text)];
  const isCut = characters.length > maxWidth;
  return { text: isCut ? `${characters.slice(0, maxWidth - 1).join('')}…` : characters.join(''), ...style };
}

function pad(styled: string, text: string, column: Column | undefined, width: number): string {
  const spaces = ' '.repeat(width - widthOf(text));
  return column?.align === 'right' ? spaces + styled : styled + spaces;
}

function widthOf(text: string): number {
  return [...text].length;
}
