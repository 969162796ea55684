import { HeaderMap } from '@apollo/server';

/** Headers of a request by their lower-case names, as `node:http` gives them. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The text of a header; several values are joined as HTTP allows. Empty where there is none. */
export function textOf(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}

/** Whether HTTP can send a value: it has no control characters but tabs, and none beyond Latin-1. */
export function isHeaderValue(value: string): boolean {
  return !/[^\t -~\x80-\xff]/.test(value);
}

/** How many lines a header has. `rawHeaders`: names and values in turn, as `node:http` gives them. */
export function countOf(rawHeaders: readonly string[], lowerCaseName: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName) count++;
  }
  return count;
}

/** The media type of a `Content-Type`, without its parameters. */
export function mediaTypeOf(contentType: string): string {
  if (contentType === 'application/json') return contentType;
  const [type = ''] = contentType.split(';', 1);
  return type.trim().toLowerCase();
}

/** The headers of requests that responses depend on. */
export function varyHeader({
  forwardHeaders,
  compression,
}: {
  readonly forwardHeaders: readonly string[];
  readonly compression: boolean;
}): string {
  const encoding = compression ? ['accept-encoding'] : [];
  return ['accept', 'authorization', ...encoding, ...forwardHeaders].join(', ');
}

/** Headers with lists that an application may have begun. */
const listHeaders = ['vary', 'server-timing'];

/** A response of a server, with the headers that were set before. */
interface EarlierHeaders {
  getHeader(name: string): string | number | readonly string[] | undefined;
}

/** The headers of a response that continue the lists which a middleware or a hook of an application has begun. */
export function continuingLists(
  headers: Readonly<Record<string, string>>,
  earlier: EarlierHeaders,
): Readonly<Record<string, string>> {
  let all = headers;
  for (const name of listHeaders) {
    const before = earlier.getHeader(name);
    const own = headers[name];
    if (before === undefined || own === undefined) continue;
    all = { ...all, [name]: continuedList([before].flat().join(', '), own) };
  }
  return all;
}

function continuedList(before: string, own: string): string {
  const members = new Set(before.split(',').map((member) => member.trim().toLowerCase()));
  const added = own.split(', ').filter((member) => !members.has(member.toLowerCase()));
  return [before, ...added].filter((part) => part !== '').join(', ');
}

export function headerMapOf(headers: RequestHeaders): HeaderMap {
  const map = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    const text = textOf(value);
    if (text !== '') map.set(name, text);
  }
  return map;
}
