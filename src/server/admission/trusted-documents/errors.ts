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

/** Longest text from a file in a message, in characters. */
const maxQuotedLength = 100;

/** A text from a file in a message, in one line. */
export function quoted(text: string): string {
  const cut = text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}…` : text;
  return JSON.stringify(cut.toWellFormed());
}
