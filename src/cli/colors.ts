/** Styles of a terminal, with the codes that begin and end them (ECMA-48, SGR). */
const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
} as const;

export type Style = keyof typeof codes;

/** Gives text a style, or leaves it as it is where the output takes no colors. */
export type Paint = (style: Style, text: string) => string;

interface Output {
  isTTY?: boolean | undefined;
}

/** How to style what is written to a stream: with colors only on a terminal, and without `NO_COLOR` (https://no-color.org). */
export function paintFor(output: Output, environment: NodeJS.ProcessEnv = process.env): Paint {
  const { NO_COLOR = '', TERM } = environment;
  const hasColors = output.isTTY === true && NO_COLOR === '' && TERM !== 'dumb';
  return hasColors ? styled : plain;
}

export const plain: Paint = (_style, text) => text;

function styled(style: Style, text: string): string {
  const [begin, end] = codes[style];
  return text === '' ? '' : `\u001b[${begin}m${text}\u001b[${end}m`;
}
