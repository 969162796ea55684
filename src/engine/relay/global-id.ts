import { type Entity, type Identified, identifiedType, type Key, type KeyOf } from '../contract/entity.ts';
import { isPlainSegment, segmentProblem } from '../contract/path-segment.ts';
import { badUserInput, contractBroken, type GatewayError, invalidId, quoted, wrongJsonType } from '../http/errors.ts';
import { checkSegment } from '../http/url.ts';

/**
 * The global id of a record: base64url of `Type:key/key`, each key percent-encoded, in the order of its path. Throws
 * UPSTREAM_CONTRACT for a key that the service sent no valid text for.
 */
export function globalId({ name }: { name: string }, key: Key): string {
  return encodeId(name, key, serviceSegment);
}

function encodeId(name: string, key: Key, encode: (part: string) => string): string {
  let text = `${name}:`;
  let separator = '';
  for (const part in key) {
    text += separator + encode(key[part] as string);
    separator = '/';
  }
  return Buffer.from(text, 'latin1').toString('base64url');
}

/** TypeScript knows keys as strings, but they may be what a service sent in their place. */
function serviceSegment(part: unknown): string {
  if (part == null || part === '') throw contractBroken(undefined, 'id', 'has no value');
  if (typeof part !== 'string') throw contractBroken(undefined, 'id', wrongJsonType);
  if (isPlainSegment(part)) return part;
  if (segmentProblem(part) !== undefined) throw contractBroken(undefined, 'id', invalidId);
  return encodeURIComponent(part);
}

/** What a global id holds. */
export interface DecodedId {
  readonly type: Identified;
  readonly key: Key;
}

/** The type and key that a global id holds; undefined for any other text. No path may be made of the key unchecked. */
export function decodeId(id: string): DecodedId | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(id)) return undefined;
  const text = Buffer.from(id, 'base64url').toString('latin1');
  const colon = text.indexOf(':');
  const type = colon < 1 ? undefined : identifiedType(text.slice(0, colon));
  if (type === undefined) return undefined;
  const parts = text.slice(colon + 1).split('/');
  const names = type.keyShapes.find(({ length }) => length === parts.length);
  if (names === undefined) return undefined;
  const key: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const value = decodePart(parts[i] ?? '');
    if (value === undefined || value === '') return undefined;
    key[name] = value;
  }
  // Only ids as `globalId` encodes them are accepted: otherwise one record would have several.
  return encodeId(type.name, key, encodeURIComponent) === id ? { type, key } : undefined;
}

function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Throws BAD_USER_INPUT for a key that a proxy could turn into another path. */
export function checkKey(key: Key): void {
  for (const name in key) checkSegment(name, key[name]);
}

/** The key that an `id` argument names. Throws BAD_USER_INPUT for another type's id, and for what is no global id. */
export function keyOf<E extends Entity>(entity: E, id: string): KeyOf<E> {
  const decoded = decodeId(id);
  if (decoded === undefined) {
    throw badUserInput(`${quoted(id)} is not a global id. Use the "id" of ${withArticle(entity)}.`);
  }
  if (decoded.type !== entity) throw wrongType(decoded.type, entity);
  checkKey(decoded.key);
  return decoded.key as KeyOf<E>;
}

/**
 * The key that an `id` argument names below known parents: a global id, or the plain REST id.
 * Throws BAD_USER_INPUT for another type's id, and for a global id of a record with other parents.
 */
export function keyBelow<E extends Entity>(entity: E, parents: Key, id: string): KeyOf<E> {
  const depth = Object.keys(parents).length + 1;
  const names = entity.keyShapes.find(({ length }) => length === depth);
  const last = names?.at(-1);
  if (last === undefined) throw new TypeError(`No ${entity.name} has the parents ${Object.keys(parents).join(', ')}.`);
  const decoded = decodeId(id);
  if (decoded === undefined) {
    checkSegment(last, id);
    return { ...parents, [last]: id } as KeyOf<E>;
  }
  const { type, key } = decoded;
  checkKey(key);
  if (entity.alsoIdentifiedBy.includes(type.name)) return { ...parents, ...key } as KeyOf<E>;
  if (type !== entity) throw wrongType(type, entity);
  for (const name in parents) {
    if (key[name] !== parents[name]) {
      throw badUserInput(
        `The ${entity.name} with the id ${quoted(id)} belongs to another ${name.replace(/(Id|Slug)$/, '')}.`,
      );
    }
  }
  // A page or a file is in a space's content, or in that of one of its change requests.
  if (Object.keys(key).length !== depth) {
    throw badUserInput(
      `The ${entity.name} with the id ${quoted(id)} belongs to a change request. Query it on that change request.`,
    );
  }
  return key as KeyOf<E>;
}

/** The REST id of a record of which only the last part of the key matters: from a global id, or the plain REST id. */
export function restId(type: Identified, id: string): string;
export function restId(type: Identified, id: string | null | undefined): string | undefined;
export function restId(type: Identified, id: string | null | undefined): string | undefined {
  if (id == null) return undefined;
  const decoded = decodeId(id);
  if (decoded === undefined) return id;
  if (!identifies(decoded.type, type)) throw wrongType(decoded.type, type);
  return Object.values(decoded.key).at(-1);
}

/**
 * The REST id of a record below the parents in `above`: from a global id, or the plain REST id. `above` may be the key of a
 * sibling. Throws BAD_USER_INPUT for another type's id, and for a global id of a record with other parents.
 */
export function restIdBelow(entity: Entity, above: Key, id: string): string {
  // It is sent in a body, for which the contract has limits of its own.
  if (decodeId(id) === undefined) return id;
  const names = entity.keyShapes[0]?.slice(0, -1) ?? [];
  const parents = Object.fromEntries(names.map((name) => [name, above[name] ?? '']));
  return Object.values<string>(keyBelow(entity, parents, id)).at(-1) ?? id;
}

/** Whether an id of type `given` identifies a record of type `expected`. */
export function identifies(given: Identified, expected: Identified): boolean {
  return given === expected || expected.alsoIdentifiedBy.includes(given.name);
}

/** The error for an id of one type where another is expected. */
export function wrongType(given: Identified, expected: Identified): GatewayError {
  return badUserInput(`Expected ${withArticle(expected)} id, got ${withArticle(given)} id.`);
}

function withArticle({ name }: Identified): string {
  return `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`;
}
