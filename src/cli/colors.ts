import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

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
  // Whether the output takes colors is decided: Node would look at the standard output, and at FORCE_COLOR.
  return text === '' ? '' : styleText(style, text, { validateStream: false });
}
