import { hash } from 'node:crypto';
import { maxPageSize } from '../contract/operation.ts';
import { badUserInput } from '../http/errors.ts';

/**
 * A position in a list: `skip` items into the REST page that `token` names, when that page is read with `limit`.
 * Without a token it is the first page. A token is valid only for the limit it came with.
 */
export interface Position {
  token: string | undefined;
  limit: number;
  skip: number;
}

/** Which list a cursor belongs to: the call without `page` and `limit`. */
export function listFingerprint(url: string): string {
  return hash('sha1', url, 'base64url').slice(0, 8);
}

const version = '1';

/** An opaque cursor: version, list, limit, position, token. */
export function encodeCursor(fingerprint: string, { token, limit, skip }: Position): string {
  const page = token === undefined ? '' : `.${token}`;
  return Buffer.from(`${version}.${fingerprint}.${limit}.${skip}${page}`).toString('base64url');
}

/** The position that a cursor of a list holds. Throws BAD_USER_INPUT for what is no cursor, and for one of another list. */
export function decodeCursor(fingerprint: string, cursor: string): Position {
  const { list, position } = parseCursor(cursor);
  if (list !== fingerprint) {
    throw badUserInput(
      '"after" is a cursor of another field, or of the same field with other arguments. Start again without "after".',
    );
  }
  return position;
}

/** The parts of a cursor, whatever its list. Throws BAD_USER_INPUT for what is no cursor of this version. */
export function parseCursor(cursor: string): { list: string; position: Position } {
  const text = /^[A-Za-z0-9_-]+$/.test(cursor) ? Buffer.from(cursor, 'base64url').toString() : '';
  const match = /^1\.([\w-]{8})\.(\d{1,4})\.(\d{1,6})(?:\.(.+))?$/s.exec(text);
  const [, list, limit, skip, token] = match ?? [];
  if (list === undefined || Number(limit) < 1 || Number(limit) > maxPageSize) {
    throw badUserInput(
      `"after" is not a cursor: ${JSON.stringify(cursor.slice(0, 60))}. Pass an endCursor or a cursor of the same field.`,
    );
  }
  return { list, position: { token, limit: Number(limit), skip: Number(skip) } };
}
