import { bytesOf, type Reading, readingsOf } from './text-readings.ts';

const marker = '[redacted]';

/** A secret of this length or more, in bytes, cannot be part of an ordinary word: it is redacted anywhere. */
const minLongLength = 8;

/** A shorter value of a header, or part of one, like a cookie's `1` or a `de`, does not identify anyone: hardly a text is without it. */
export const minSecretLength = 4;

/** The parts of a token between its dots: the signature of a JWT by itself is as good as the token. */
const minSegmentLength = 16;

/** A message is not worth the search for more secrets than this. */
const maxSecrets = 200;

/**
 * Replaces the secrets in a text that the service wrote by `[redacted]`, in any form that it may repeat them in: escaped for
 * URLs, JSON or HTML, in base64 at any alignment, in hex, in another case, and cut short, where 8 characters or more
 * of the beginning or the end are left. A short secret is replaced only between characters that are not part of a word, so
 * that "Not Found" stays readable for a client whose token is `t`. Undefined if the text may still contain a secret: do not
 * show it then.
 *
 * `secrets` are values of headers: schemes, cookies and parameters in them are taken apart.
 */
export function redact(text: string, secrets: readonly string[]): string | undefined {
  const values = [...new Set(secrets.flatMap(partsOf))];
  if (values.length === 0) return text;
  if (values.length > maxSecrets) return undefined;
  const long = values.map((value) => bytesOf(value).toLowerCase()).filter((value) => value.length >= minLongLength);
  const short = values.filter((value) => bytesOf(value).length < minLongLength);
  return redactShort(long.length === 0 ? text : redactLong(text, long), short);
}

/** The value of a header, and everything in it that may be a secret by itself. */
function partsOf(header: string): string[] {
  const value = header.trim();
  const space = value.search(/\s/);
  const scheme = space === -1 ? undefined : value.slice(0, space);
  const credentials = space === -1 ? '' : value.slice(space).trim();
  const decoded = scheme?.toLowerCase() === 'basic' ? Buffer.from(credentials, 'base64').toString() : '';
  const password = decoded.slice(decoded.indexOf(':') + 1);
  const parameters = [...value.matchAll(/=\s*"?([^\s",;]+)/g)].map(([, part = '']) => part);
  const segments = (credentials || value).split('.').filter(({ length }) => length >= minSegmentLength);
  // "Bearer t" is no secret beside its `t`: it would be found in "Bearer tokens".
  const whole = scheme !== undefined && credentials.length < minLongLength ? '' : value;
  const long = [decoded, ...parameters].filter((part) => part.length >= minSecretLength);
  return [whole, credentials, password, ...long, ...segments].filter((part) => part !== '');
}

type Range = readonly [from: number, to: number];

/** Characters of an encoded value: with a secret in it, no part of it is worth to be shown. */
const encodedCharacter = /[\w+/=%-]/;

function redactLong(text: string, values: readonly string[]): string {
  const pairs = values.map((value) => [value, reversed(value)] as const);
  const ranges = readingsOf(text).flatMap((reading) => {
    const forwards = reading.bytes.toLowerCase();
    const backwards = reversed(forwards);
    const fromEnd = ([from, to]: Range): Range => [forwards.length - to, forwards.length - from];
    return pairs
      .flatMap(([value, turned]) => [
        ...beginningsOf(value, forwards),
        ...(value.includes(' ') ? beginningsOf(value.replaceAll(' ', '+'), forwards) : []),
        ...beginningsOf(turned, backwards).map(fromEnd),
      ])
      .map((range) => inText(text, reading, range));
  });
  return replaceRanges(text, ranges);
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
}

/** Where the first 8 bytes of a value are, with as many of the others as follow. */
function beginningsOf(value: string, bytes: string): Range[] {
  const found: Range[] = [];
  const seed = value.slice(0, minLongLength);
  for (let at = bytes.indexOf(seed); at !== -1; ) {
    let length = minLongLength;
    while (length < value.length && bytes[at + length] === value[length]) length++;
    const isWhole = length === value.length;
    if (isWhole || !isWord(value.slice(0, length))) found.push([at, at + length]);
    at = bytes.indexOf(seed, Math.max(at + 1, at + length - minLongLength));
  }
  return found;
}

/** Part of a value that may be an ordinary word, like the beginning of a user's name. */
function isWord(text: string): boolean {
  return /^[a-z]{1,20}$/.test(text);
}

function inText(text: string, { from, to, isEncoded }: Reading, [start, end]: Range): Range {
  let first = from[start] as number;
  let last = to[end - 1] as number;
  // The end of "Bearer …" begins with a space.
  while (first < last - 1 && /\s/.test(text[first] as string)) first++;
  if (!isEncoded) return [first, last];
  while (first > 0 && encodedCharacter.test(text[first - 1] as string)) first--;
  while (last < text.length && encodedCharacter.test(text[last] as string)) last++;
  return [first, last];
}

function replaceRanges(text: string, ranges: readonly Range[]): string {
  let result = '';
  let end = 0;
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (from > end || (from === 0 && end === 0)) result += text.slice(end, from) + marker;
    end = Math.max(end, to);
  }
  return result + text.slice(end);
}

const wordCharacter = /[\p{L}\p{N}_]/u;

/** Replaces secrets that may be parts of words, where they are not. */
function redactShort(text: string, values: readonly string[]): string | undefined {
  if (values.length === 0) return text;
  const lower = asciiLower(text);
  const forms = new Set(values.flatMap(formsOf).map(asciiLower));
  const ranges = [...forms].flatMap((form) => standingAlone(form, lower));
  const redacted = replaceRanges(text, ranges);
  const rest = asciiLower(redacted.replaceAll(marker, ' '));
  return values.some((value) => rest.includes(asciiLower(value))) ? undefined : redacted;
}

function standingAlone(form: string, text: string): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) {
    const end = at + form.length;
    const isPart = wordCharacter.test(text[at - 1] ?? '') || wordCharacter.test(text[end] ?? '');
    if (!isPart) found.push([at, end]);
  }
  return found;
}

/** Keeps the length of the text, which the lower case of some letters does not. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A value in each form that a service may repeat it in. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const url = encodeURIComponent(value.toWellFormed());
  const base64 = bytes.toString('base64');
  return [value, url, url.replaceAll('%20', '+'), base64, base64.replace(/=+$/, ''), bytes.toString('base64url')];
}
