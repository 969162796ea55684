import { hash } from 'node:crypto';
import type { Dialect } from '../contract/dialect.ts';
import { badUserInput, type GatewayError } from '../http/errors.ts';

/**
 * A position in a list: `skip` items into the REST page that `token` names, when that page is read with `limit`.
 * Without a token it is the first page. A token is valid only for the limit it came with.
 */
export interface Position {
  token: string | undefined;
  limit: number;
  skip: number;
}

/** Which list a cursor belongs to: the call without the parameters for paging. */
export function listFingerprint(url: string): string {
  return hash('sha1', url, 'base64url').slice(0, 8);
}

const version = '1';

/** No cursor is made for a page with a larger limit. */
const maxCursorLimit = 1000;

/** An opaque cursor: version, list, limit, position, token. */
export function encodeCursor(fingerprint: string, { token, limit, skip }: Position): string {
  const page = token === undefined ? '' : `.${token}`;
  return Buffer.from(`${version}.${fingerprint}.${limit}.${skip}${page}`).toString('base64url');
}

/**
 * The position that a cursor of a list holds. Throws BAD_USER_INPUT for what is no cursor of such a list, and for one of
 * another list.
 */
export function decodeCursor(fingerprint: string, cursor: string, paging: Dialect['paging']): Position {
  const { list, position } = parseCursor(cursor);
  if (!isPosition(position, paging)) throw noCursor(cursor);
  if (list !== fingerprint) throw otherCursor();
  return position;
}

/** The error for a cursor of another list. */
export function otherCursor(): GatewayError {
  return badUserInput(
    '"after" is a cursor of another field, or of the same field with other arguments. Start again without "after".',
  );
}

/** Longest cursor, in characters: the token in it becomes a part of a URL. */
const maxCursorLength = 16_384;

/** The parts of a cursor, whatever its list. Throws BAD_USER_INPUT for what is no cursor of this version. */
export function parseCursor(cursor: string): { list: string; position: Position } {
  const isText = cursor.length <= maxCursorLength && /^[A-Za-z0-9_-]+$/.test(cursor);
  const text = isText ? Buffer.from(cursor, 'base64url').toString() : '';
  const match = /^1\.([\w-]{8})\.(\d{1,4})\.(\d{1,6})(?:\.(.+))?$/s.exec(text);
  const [, list, limit, skip, token] = match ?? [];
  if (list === undefined || Number(limit) < 1 || Number(limit) > maxCursorLimit) throw noCursor(cursor);
  return { list, position: { token, limit: Number(limit), skip: Number(skip) } };
}

/** Whether a list can have such a position: an offset is a number. */
function isPosition({ token, limit }: Position, { kind, maxLimit }: Dialect['paging']): boolean {
  return limit <= maxLimit && (kind === 'token' || token === undefined || /^\d{1,9}$/.test(token));
}

export function noCursor(cursor: string): GatewayError {
  return badUserInput(
    `"after" is not a cursor: ${JSON.stringify(cursor.slice(0, 60))}. Pass an endCursor or a cursor of the same field.`,
  );
}
