import { hasCarets, withoutCarets } from './cmd-carets.ts';
import { ConversionError } from './conversion-error.ts';

/** Characters that end a command or redirect it, where a word would start. */
const operators = '|;&<>';

/** Escapes of `$'…'`, which browsers write for texts with special characters. */
const ansiEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' };

/**
 * The words of the first command in a text, as a POSIX shell splits them, or cmd.exe where its quotes have carets; nothing is
 * expanded. A backslash or a caret at the end of a line continues it. Throws a ConversionError for a quote that is not closed. Written
 * here, as browsers copy commands for both shells, with `$'…'` and carets, and packages split the words of a POSIX shell.
 */
export function shellWords(text: string): string[] {
  const scanner = new Scanner(hasCarets(text) ? withoutCarets(text) : withoutContinuations(text));
  const words: string[] = [];
  for (let word = scanner.word(); word !== undefined; word = scanner.word()) words.push(word);
  return words;
}

function withoutContinuations(text: string): string {
  return text.replaceAll(/\^\r?\n/g, ' ').replaceAll(/\\\r?\n/g, '');
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text.trim();
  }

  /** The next word; undefined at the end of the command. */
  word(): string | undefined {
    // Also spaces that only a page writes, such as no-break spaces: whatever ends a word is skipped before the next one.
    while (/[^\S\r\n]/.test(this.#peek())) this.#at++;
    if (this.#peek() === '' || /[\r\n]/.test(this.#peek()) || operators.includes(this.#peek())) return undefined;
    const parts: string[] = [];
    while (this.#peek() !== '' && !/\s/.test(this.#peek())) parts.push(this.#part());
    return parts.join('');
  }

  #part(): string {
    if (this.#text.startsWith("$'", this.#at)) return this.#ansiQuoted();
    switch (this.#peek()) {
      case "'":
        return this.#singleQuoted();
      case '"':
        return this.#doubleQuoted();
      case '\\':
        this.#at++;
        return this.#next();
      default:
        return this.#plain();
    }
  }

  /** Up to the next quote, backslash or space. */
  #plain(): string {
    const start = this.#at++;
    while (!/^$|[\s'"\\]/.test(this.#peek()) && !this.#text.startsWith("$'", this.#at)) this.#at++;
    return this.#text.slice(start, this.#at);
  }

  #singleQuoted(): string {
    const start = this.#at + 1;
    const end = this.#text.indexOf("'", start);
    if (end < 0) throw notClosed("'");
    this.#at = end + 1;
    return this.#text.slice(start, end);
  }

  #doubleQuoted(): string {
    this.#at++;
    const parts: string[] = [];
    for (let character = this.#next(); character !== '"'; character = this.#next()) {
      if (character === '') throw notClosed('"');
      const isEscape = character === '\\' && /["\\$`]/.test(this.#peek());
      parts.push(isEscape ? this.#next() : character);
    }
    return parts.join('');
  }

  #ansiQuoted(): string {
    this.#at += 2;
    const parts: string[] = [];
    for (let character = this.#next(); character !== "'"; character = this.#next()) {
      if (character === '') throw notClosed("$'");
      parts.push(character === '\\' ? this.#ansiEscape() : character);
    }
    return parts.join('');
  }

  #ansiEscape(): string {
    const [sequence, code] =
      /^(?:x([\da-f]{1,2})|u([\da-f]{1,4}))/i.exec(this.#text.slice(this.#at, this.#at + 5)) ?? [];
    if (sequence !== undefined) {
      this.#at += sequence.length;
      return String.fromCharCode(Number.parseInt(code ?? sequence.slice(1), 16));
    }
    const character = this.#next();
    return ansiEscapes[character] ?? character;
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  #next(): string {
    return this.#text[this.#at++] ?? '';
  }
}

function notClosed(quote: string): ConversionError {
  return new ConversionError(`The quote ${quote} is not closed. Paste the whole command.`);
}
