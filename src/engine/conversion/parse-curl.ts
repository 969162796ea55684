import { ConversionError } from './conversion-error.ts';
import { otherOptions, type RequestOption, requestFlags, requestOptions, unreadableBodies } from './curl-options.ts';
import { shellWords } from './shell-words.ts';

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
  if (program !== 'curl' && program !== 'curl.exe')
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

function commandOf(words: readonly string[]): Command {
  const command: Command = { method: undefined, urls: [], data: [], isGet: false };
  const rest = words[Symbol.iterator]();
  let areOptionsOver = false;
  for (const word of rest) {
    if (areOptionsOver || word === '-' || !word.startsWith('-')) command.urls.push(word);
    else if (word === '--') areOptionsOver = true;
    else if (word.startsWith('--')) applyOption(command, word, () => valueFor(word, rest.next().value));
    else applyLetters(command, word.slice(1), (letter) => valueFor(letter, rest.next().value));
  }
  return command;
}

/** Options of one letter, several in one word; the first one with a value takes the rest of the word, or the next word. */
function applyLetters(command: Command, letters: string, nextWord: (letter: string) => string): void {
  for (let i = 0; i < letters.length; i++) {
    const name = `-${letters[i]}`;
    const rest = letters.slice(i + 1);
    const hasValue = applyOption(command, name, () => (rest === '' ? nextWord(name) : rest));
    if (hasValue) return;
  }
}

/** Applies an option; whether it has a value. */
function applyOption(command: Command, name: string, value: () => string): boolean {
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

function applyValue(command: Command, option: RequestOption, value: string): void {
  switch (option) {
    case 'method':
      command.method = value.toUpperCase();
      break;
    case 'url':
      command.urls.push(value);
      break;
    case 'data':
    case 'json':
      if (value.startsWith('@'))
        throw new ConversionError('The body is in a file. Paste its content after -d instead.');
      command.data.push({ text: value, separator: option === 'json' ? '' : '&' });
      break;
    case 'rawData':
      command.data.push({ text: value, separator: '&' });
      break;
    case 'encodedData':
      command.data.push({ text: encoded(value), separator: '&' });
      break;
    case 'header':
  }
}

/** `name=content` with the content encoded, as `--data-urlencode` sends it. */
function encoded(value: string): string {
  // Half of a character of two units has no encoding.
  const text = value.toWellFormed();
  const [, name = '', content = text] = /^([^=@]*=)(.*)$/s.exec(text) ?? [];
  return name === '=' ? encodeURIComponent(content) : name + encodeURIComponent(content);
}

function valueFor(option: string, word: string | undefined): string {
  if (word === undefined) throw new ConversionError(`The option ${option} has no value. Paste the whole command.`);
  return word;
}
