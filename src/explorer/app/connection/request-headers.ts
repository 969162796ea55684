/** A header that HTTP cannot send. The message quotes no value, which may be a token. */
export class InvalidHeader extends Error {}

/** The characters of a header's name (RFC 9110). */
export const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;

/** A character that no value of a header has: it is beyond Latin-1, or a control character (RFC 9110). */
const strange = /[^\t\x20-\x7e\x80-\xff]/u;

/**
 * Headers for `fetch`. Of several whose names differ in their case alone, the last one is sent.
 *
 * @throws InvalidHeader
 */
export function requestHeaders(all: Readonly<Record<string, unknown>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(all)) {
    const text = (typeof value === 'string' ? value : JSON.stringify(value)).trim();
    check(name, text);
    headers.set(name, text);
  }
  return headers;
}

function check(name: string, value: string): void {
  if (!headerName.test(name)) throw new InvalidHeader(`${JSON.stringify(name)} is no name of a header.`);
  const [found] = strange.exec(value) ?? [];
  if (found !== undefined)
    throw new InvalidHeader(`The header ${name} contains ${JSON.stringify(found)}, which HTTP cannot send.`);
}
