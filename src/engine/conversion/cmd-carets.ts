/** A command of cmd.exe, as browsers copy it: its first quote is escaped by a caret. */
const escapedQuote = /^[^'"]*\^"/;

/** Whether a text is a command for cmd.exe whose quotes have carets. */
export function hasCarets(text: string): boolean {
  return escapedQuote.test(text);
}

/**
 * A command of cmd.exe without its carets. A caret makes the next character literal; at the end of a line, it continues the
 * line, so that the character behind it is literal, be it another end of a line. What is left are double quotes with
 * backslashes, as in a POSIX shell.
 */
export function withoutCarets(text: string): string {
  return text.replaceAll(/\^(?:\r?\n)?(\r?\n|.)?/gs, (_, literal: string = '') => literal);
}
