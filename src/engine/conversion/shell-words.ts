import { quoted } from '../http/errors.ts';
import { hasCarets, withoutCarets } from './cmd-carets.ts';
import { ConversionError } from './conversion-error.ts';

export interface ShellWord {
  readonly text: string;
  /** What a shell would replace, in the order of the text. */
  readonly expansions: readonly Expansion[];
}

/** A variable or a command in a word: `$NAME`, `${NAME}`, `$(command)`, or a command in backticks. */
interface Expansion {
  /** Where it begins in the text of the word. */
  readonly at: number;
  readonly text: string;
}

/** The end of a word, from a position on. */
export function endOf({ text, expansions }: ShellWord, start: number): ShellWord {
  const behind = expansions.filter(({ at }) => at >= start);
  return { text: text.slice(start), expansions: behind.map((one) => ({ ...one, at: one.at - start })) };
}

const expansion = /\$(?:[A-Za-z_]\w*|\{[^}]{0,200}\}|\([^)]{0,200}\)|[\d?$!#@*({])|`(?:[^`]{0,200}`)?/y;

/** What ends an unquoted word, besides spaces. A single `&` stays, as URLs are pasted without quotes, too. */
const operator = /[|;<>]|&&/y;

/** A redirection, up to the word that it is to or from. */
const redirection = /(?:\d*|&)(?:>>|<<<?|>\||[<>])&?/y;

/** Escapes of `$'…'`, which browsers write for texts with special characters. */
const ansiEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' };

/**
 * The words of the command in a text, as a POSIX shell splits them, or cmd.exe where its quotes have carets; nothing is
 * expanded. A backslash or a caret at the end of a line continues it. Throws a ConversionError for a quote that is not closed, and for
 * a text that goes on after the command, unless it passes the output to other programs. Written here, as browsers copy commands for both
 * shells, with `$'…'` and carets, and packages split the words of a POSIX shell.
 */
export function shellWords(text: string): ShellWord[] {
  const isForCmd = hasCarets(text);
  const scanner = new Scanner(isForCmd ? withoutCarets(text) : withoutContinuations(text), !isForCmd);
  const words: ShellWord[] = [];
  for (let word = scanner.word(); word !== undefined; word = scanner.word()) words.push(word);
  checkRest(scanner.rest);
  return words;
}

/** Comments may follow a command, and programs that read its output. */
function checkRest(rest: string): void {
  const further = rest.replaceAll(/^[^\S\n]*#.*$/gm, '').trim();
  const isForOutput = /^\|(?!\|)/.test(further) && !/\bcurl\b/.test(further);
  if (further === '' || further === ';' || further === '&' || isForOutput) return;
  // Further words may hold a token.
  const [start = ''] = /^[^\s\w]*\s*[a-z-]{0,20}(?!\S)/.exec(further) ?? [];
  const shown = start === '' ? '' : `: ${quoted(start)}`;
  throw new ConversionError(`The text goes on after the command${shown}. Paste one request at a time.`);
}

function withoutContinuations(text: string): string {
  return text.replaceAll(/\^\r?\n/g, ' ').replaceAll(/\\\r?\n/g, '');
}

class Scanner {
  readonly #text: string;
  readonly #expands: boolean;
  #at = 0;
  #word = '';
  #expansions: Expansion[] = [];

  /** `expands`: whether the shell is one that replaces `$NAME`. */
  constructor(text: string, expands: boolean) {
    this.#text = text.trim();
    this.#expands = expands;
  }

  /** What follows the words. */
  get rest(): string {
    return this.#text.slice(this.#at);
  }

  /** The next word; undefined at the end of the command. */
  word(): ShellWord | undefined {
    this.#skipBetween();
    return this.#isCommandOver() ? undefined : this.#readWord();
  }

  /** Skips spaces, redirections with their targets, and a comment. */
  #skipBetween(): void {
    this.#skipSpaces();
    while (this.#take(redirection) !== undefined) {
      this.#skipSpaces();
      this.#readWord();
      this.#skipSpaces();
    }
    if (this.#peek() === '#') this.#take(/.*/y);
  }

  /** Also spaces that only a page writes, such as no-break spaces: whatever ends a word is skipped before the next one. */
  #skipSpaces(): void {
    while (/[^\S\r\n]/.test(this.#peek())) this.#at++;
  }

  #isCommandOver(): boolean {
    return /^$|[\r\n&]/.test(this.#peek()) || this.#isAt(operator);
  }

  #readWord(): ShellWord {
    this.#word = '';
    this.#expansions = [];
    while (!/^$|\s/.test(this.#peek()) && !this.#isAt(operator)) this.#readPart();
    return { text: this.#word, expansions: this.#expansions };
  }

  #readPart(): void {
    if (this.#take(/\$'/y) !== undefined) this.#readAnsiQuoted();
    else if (this.#take(/'/y) !== undefined) this.#readSingleQuoted();
    else if (this.#take(/"/y) !== undefined) this.#readDoubleQuoted();
    else if (this.#take(/\\/y) !== undefined || !this.#readExpansion()) this.#word += this.#next();
  }

  /** Whether something is next that a shell would replace, which is then read. */
  #readExpansion(): boolean {
    const text = this.#expands ? this.#take(expansion) : undefined;
    if (text === undefined) return false;
    this.#expansions.push({ at: this.#word.length, text });
    this.#word += text;
    return true;
  }

  #readSingleQuoted(): void {
    const end = this.#text.indexOf("'", this.#at);
    if (end < 0) throw notClosed("'");
    this.#word += this.#text.slice(this.#at, end);
    this.#at = end + 1;
  }

  #readDoubleQuoted(): void {
    while (this.#peek() !== '"') {
      if (this.#peek() === '') throw notClosed('"');
      if (this.#readExpansion()) continue;
      const character = this.#next();
      const isEscape = character === '\\' && /["\\$`]/.test(this.#peek());
      this.#word += isEscape ? this.#next() : character;
    }
    this.#at++;
  }

  #readAnsiQuoted(): void {
    for (let character = this.#next(); character !== "'"; character = this.#next()) {
      if (character === '') throw notClosed("$'");
      this.#word += character === '\\' ? this.#ansiEscape() : character;
    }
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

  #isAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  /** What a sticky pattern matches here, which is then behind; undefined where it does not match. */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    this.#at += found?.length ?? 0;
    return found;
  }
}

function notClosed(quote: string): ConversionError {
  return new ConversionError(`The quote ${quote} is not closed. Paste the whole command.`);
}
