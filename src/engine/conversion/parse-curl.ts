import { quoted } from '../http/errors.ts';
import { ConversionError } from './conversion-error.ts';
import { otherOptions, type RequestOption, requestFlags, requestOptions, unreadableBodies } from './curl-options.ts';
import { endOf, type ShellWord, shellWords } from './shell-words.ts';

/** A REST request as a text says it. */
export interface RestText {
  method: string;
  /** An absolute URL, or a path with its query. */
  url: string;
  body: string | undefined;
}

/** What the options of a curl command say. */
interface Command {
  method: string | undefined;
  urls: string[];
  /** The parts of the body, each with what separates it from the part before. */
  data: { text: string; separator: '' | '&' }[];
  isGet: boolean;
}

/**
 * The request of a curl command: method, URL and body. Headers and credentials are dropped: they never reach the operation.
 * Throws a ConversionError for what no REST call of the contract can be.
 */
export function parseCurl(text: string): RestText {
  const [program, ...words] = shellWords(text);
  if (program?.text !== 'curl' && program?.text !== 'curl.exe')
    throw new ConversionError('Expected a command that starts with "curl".');
  const { method, urls, data, isGet } = commandOf(words);
  const [url, ...others] = urls;
  if (url === undefined) throw new ConversionError('The curl command has no URL.');
  if (others.length > 0) throw new ConversionError('The curl command has several URLs. Paste one request at a time.');
  const body = data.map(({ text, separator }, i) => (i === 0 ? text : separator + text)).join('');
  if (!isGet)
    return { method: method ?? (data.length > 0 ? 'POST' : 'GET'), url, body: data.length > 0 ? body : undefined };
  const separator = url.includes('?') ? '&' : '?';
  return { method: method ?? 'GET', url: body === '' ? url : `${url}${separator}${body}`, body: undefined };
}

function commandOf(words: readonly ShellWord[]): Command {
  const command: Command = { method: undefined, urls: [], data: [], isGet: false };
  const rest = words[Symbol.iterator]();
  let areOptionsOver = false;
  for (const word of rest) {
    const { text } = word;
    if (areOptionsOver || text === '-' || !text.startsWith('-')) command.urls.push(urlIn(word));
    else if (text === '--') areOptionsOver = true;
    else if (text.startsWith('--')) applyOption(command, text, () => valueFor(text, rest.next().value));
    else applyLetters(command, word, (letter) => valueFor(letter, rest.next().value));
  }
  return command;
}

/** Options of one letter, several in one word; the first one with a value takes the rest of the word, or the next word. */
function applyLetters(command: Command, letters: ShellWord, nextWord: (letter: string) => ShellWord): void {
  for (let i = 1; i < letters.text.length; i++) {
    const name = `-${letters.text[i]}`;
    const isLast = i + 1 === letters.text.length;
    const hasValue = applyOption(command, name, () => (isLast ? nextWord(name) : endOf(letters, i + 1)));
    if (hasValue) return;
  }
}

/** Applies an option; whether it has a value. */
function applyOption(command: Command, name: string, value: () => ShellWord): boolean {
  const option = requestOptions.get(name);
  if (option !== undefined) {
    applyValue(command, option, value());
    return true;
  }
  if (unreadableBodies.has(name))
    throw new ConversionError(`The body of ${name} is in a file or a form. Paste JSON after -d instead.`);
  if (otherOptions.has(name)) {
    value();
    return true;
  }
  const flag = requestFlags.get(name);
  if (flag === 'head') command.method ??= 'HEAD';
  if (flag === 'get') command.isGet = true;
  return false;
}

function applyValue(command: Command, option: RequestOption, value: ShellWord): void {
  switch (option) {
    case 'method':
      command.method = literalIn(value, 'method').toUpperCase();
      break;
    case 'url':
      command.urls.push(urlIn(value));
      break;
    case 'data':
    case 'json':
      if (value.text.startsWith('@'))
        throw new ConversionError('The body is in a file. Paste its content after -d instead.');
      command.data.push({ text: literalIn(value, 'body'), separator: option === 'json' ? '' : '&' });
      break;
    case 'rawData':
      command.data.push({ text: literalIn(value, 'body'), separator: '&' });
      break;
    case 'encodedData':
      command.data.push({ text: encoded(literalIn(value, 'body')), separator: '&' });
      break;
    case 'header':
  }
}

/** A URL. A shell may replace its origin, which is dropped. */
function urlIn(word: ShellWord): string {
  const [origin = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*/i.exec(word.text) ?? [];
  literalIn({ ...word, expansions: word.expansions.filter(({ at }) => at >= origin.length) }, 'URL');
  return word.text;
}

/** The text of a word. Throws a ConversionError where a shell would replace a part of it. */
function literalIn({ text, expansions }: ShellWord, subject: string): string {
  const [first] = expansions;
  if (first === undefined) return text;
  throw new ConversionError(
    `A shell would replace ${quoted(first.text)} in the ${subject}. Write its value, or use single quotes if it is meant as it stands.`,
  );
}

/** `name=content` with the content encoded, as `--data-urlencode` sends it. */
function encoded(value: string): string {
  // Half of a character of two units has no encoding.
  const text = value.toWellFormed();
  const [, name = '', content = text] = /^([^=@]*=)(.*)$/s.exec(text) ?? [];
  return name === '=' ? encodeURIComponent(content) : name + encodeURIComponent(content);
}

function valueFor(option: string, word: ShellWord | undefined): ShellWord {
  if (word === undefined) throw new ConversionError(`The option ${option} has no value. Paste the whole command.`);
  return word;
}
