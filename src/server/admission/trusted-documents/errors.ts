/** Most lines of one report. */
const maxLines = 20;

/** Thrown if documents cannot be trusted. */
export class TrustedDocumentsError extends Error {
  /** One for each mistake, each in one line. */
  readonly mistakes: readonly string[];
  /** At most 20 of the mistakes, and a line that counts the others. */
  readonly lines: readonly string[];

  constructor(mistakes: readonly string[]) {
    const others = mistakes.length - maxLines;
    const lines = others > 0 ? [...mistakes.slice(0, maxLines), `${others} more mistakes are not shown.`] : mistakes;
    super(lines.join('\n'));
    this.mistakes = mistakes;
    this.lines = lines;
  }
}

/** A text from a file in a message: one line of at most so many characters. */
export function quoted(text: string, maxLength = 100): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return JSON.stringify(cut.toWellFormed());
}
