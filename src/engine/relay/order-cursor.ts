import { noCursor, otherCursor } from './cursor.ts';

/** A position in a list that the gateway sorts: a value to sort by, and an id where the values of several items are the same. */
export interface OrderPosition {
  readonly value: number;
  readonly id: string;
}

/** The order of a list that the gateway sorts. */
export interface ItemOrder {
  /** The field of the items that holds the time to sort by. */
  readonly field: string;
  readonly isAscending: boolean;
}

const version = '2';

/** No cursor is longer: the parts of an id are limited. */
const maxLength = 8192;

/** Compares two positions: ids are in the same order, whatever that of the values. */
export function comparePositions(one: OrderPosition, other: OrderPosition, { isAscending }: ItemOrder): number {
  if (one.value !== other.value) return one.value < other.value === isAscending ? -1 : 1;
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}

/** An opaque cursor: version, list, value, id. */
export function encodeOrderCursor(fingerprint: string, { value, id }: OrderPosition): string {
  return Buffer.from(`${version}.${fingerprint}.${value}.${id}`).toString('base64url');
}

/**
 * The position that a cursor of a sorted list holds. Throws BAD_USER_INPUT for what is no cursor of such a list, and for one of
 * another list.
 */
export function decodeOrderCursor(fingerprint: string, cursor: string): OrderPosition {
  const { list, position } = parseOrderCursor(cursor);
  if (list !== fingerprint) throw otherCursor();
  return position;
}

/** The parts of a cursor, whatever its list. Throws BAD_USER_INPUT for what is no cursor of a sorted list. */
export function parseOrderCursor(cursor: string): { list: string; position: OrderPosition } {
  const isText = cursor.length <= maxLength && /^[A-Za-z0-9_-]+$/.test(cursor);
  const text = isText ? Buffer.from(cursor, 'base64url').toString() : '';
  const [, list, value, id] = /^2\.([\w-]{8})\.(-?\d{1,16})\.([\w-]+)$/.exec(text) ?? [];
  if (list === undefined || id === undefined) throw noCursor(cursor);
  return { list, position: { value: Number(value), id } };
}
