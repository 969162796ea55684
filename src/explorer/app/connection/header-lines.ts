import { headerName } from './request-headers.ts';
import type { ConnectionHeaders } from './use-connection.ts';

/**
 * Reads headers, one a line: `x-team: docs`.
 *
 * @throws Error that names the line which is none.
 */
export function headersIn(text: string): ConnectionHeaders {
  const headers = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    const key = line.slice(0, colon).trim();
    if (colon === -1 || !headerName.test(key)) throw new Error(`Expected "name: value", got "${line.trim()}".`);
    headers.set(key, line.slice(colon + 1).trim());
  }
  return Object.fromEntries(headers);
}

/** The headers of a connection. The token replaces a line with `Authorization`, where there is one. */
export function enteredHeaders(token: string, lines: string): ConnectionHeaders {
  const [others, value] = [headersIn(lines), authorizationOf(token)];
  return value === '' ? others : withValue(others, 'Authorization', value);
}

export function linesOf(headers: ConnectionHeaders): string {
  return Object.entries(headers)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n');
}

/** The value of a header, whatever the case of its name. */
export function headerIn<Value>(headers: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.entries(headers).find(([one]) => one.toLowerCase() === key.toLowerCase())?.[1];
}

/** The headers with another value for one of them; without it, if the value is empty. */
export function withValue(headers: ConnectionHeaders, key: string, value: string): ConnectionHeaders {
  const others = Object.entries(headers).filter(([one]) => one.toLowerCase() !== key.toLowerCase());
  return Object.fromEntries(value === '' ? others : [[key, value] as const, ...others]);
}

/** A token as the value of `Authorization`: `Bearer` is added where no scheme is given. */
export function authorizationOf(token: string): string {
  const text = token.trim();
  return text === '' || /\s/.test(text) ? text : `Bearer ${text}`;
}
