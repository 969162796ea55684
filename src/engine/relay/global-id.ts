import type { Entity, Key, KeyOf } from '../contract/entity.ts';
import type { RestContract } from '../contract/model.ts';
import { isPlainSegment, segmentProblem } from '../contract/path-segment.ts';
import { badUserInput, contractBroken, type GatewayError, invalidId, quoted, wrongJsonType } from '../http/errors.ts';
import { checkSegment } from '../http/url.ts';
import { mayBeSame, unknownKey, unknownPart } from './expected-id.ts';
import { type ExpectedInputId, type IdArgument, isExpected, readId } from './input-id.ts';

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

/** Longest global id, in characters: each of its parts has at most 512 before they are encoded. */
const maxIdLength = 16_384;

/** What a global id holds. */
export interface DecodedId {
  readonly type: Entity;
  readonly key: Key;
}

/**
 * The type and key that a global id of a contract holds; undefined for any other text. No path may be made of the key
 * unchecked.
 */
export function decodeId(contract: RestContract, id: string): DecodedId | undefined {
  if (id.length > maxIdLength || !/^[A-Za-z0-9_-]+$/.test(id)) return undefined;
  const text = Buffer.from(id, 'base64url').toString('latin1');
  const colon = text.indexOf(':');
  const type = colon < 1 ? undefined : contract.identifiedEntity(text.slice(0, colon));
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
export function keyOf<E extends Entity>(entity: E, id: IdArgument): KeyOf<E> {
  if (isExpected(id)) return expectedKey(entity, id);
  return readId(id, (text) => parseKey(entity, text), noKey<E>);
}

/** The key of a record whose id an earlier write will return. An id of another type is rejected. */
function expectedKey<E extends Entity>(entity: E, id: ExpectedInputId, parents?: Key): KeyOf<E> {
  if (id.expected !== entity) id.reject(wrongType(id.expected, entity).message);
  return unknownKey(entity, parents);
}

function parseKey<E extends Entity>(entity: E, id: string): KeyOf<E> {
  const { type, key } = decodeId(entity.contract, id) ?? {};
  if (type === undefined || key === undefined) {
    throw badUserInput(`${quoted(id)} is not a global id. Use the "id" of ${withArticle(entity)}.`);
  }
  if (type !== entity) throw wrongType(type, entity);
  checkKey(key);
  return key as KeyOf<E>;
}

/** The key of a record whose id was rejected: no request is sent with it. */
function noKey<E extends Entity>(): KeyOf<E> {
  return {} as KeyOf<E>;
}

/**
 * The key that an `id` argument names below known parents: a global id, or the plain REST id.
 * Throws BAD_USER_INPUT for another type's id, and for a global id of a record with other parents.
 */
export function keyBelow<E extends Entity>(entity: E, parents: Key, id: IdArgument): KeyOf<E> {
  if (isExpected(id)) return expectedKey(entity, id, parents);
  return readId(id, (text) => parseKeyBelow(entity, parents, text), noKey<E>);
}

function parseKeyBelow<E extends Entity>(entity: E, parents: Key, id: string): KeyOf<E> {
  const depth = Object.keys(parents).length + 1;
  const last = entity.keyShapes.find(({ length }) => length === depth)?.at(-1);
  if (last === undefined) throw new TypeError(`No ${entity.name} has the parents ${Object.keys(parents).join(', ')}.`);
  const decoded = decodeId(entity.contract, id);
  if (decoded === undefined) {
    checkSegment(last, id);
    return { ...parents, [last]: id } as KeyOf<E>;
  }
  const { type, key } = decoded;
  if (type !== entity) throw wrongType(type, entity);
  checkKey(key);
  for (const name in parents) if (!mayBeSame(key[name], parents[name])) throw otherParent(entity, id, name);
  // Records of one kind may be below parents of several kinds.
  const further = Object.keys(key).find((name) => name !== last && !(name in parents));
  if (further !== undefined) throw furtherParent(entity, id, further);
  return key as KeyOf<E>;
}

function furtherParent({ name }: Entity, id: string, parent: string): GatewayError {
  const label = labelOf(parent);
  return badUserInput(`The ${name} with the id ${quoted(id)} belongs to a ${label}. Query it on that ${label}.`);
}

function otherParent({ name }: Entity, id: string, parent: string): GatewayError {
  return badUserInput(`The ${name} with the id ${quoted(id)} belongs to another ${labelOf(parent)}.`);
}

/** The words for what a part of a key names: `bookShelfId` is a "book shelf". */
function labelOf(param: string): string {
  return param.replace(/(Id|Slug)$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/**
 * The REST id of a record of a type whose plain REST ids are always accepted: from a global id, or the plain REST id.
 * Throws BAD_USER_INPUT for another type's id, and for a text that no path can contain.
 */
export function restId(type: Entity, id: IdArgument): string;
export function restId(type: Entity, id: IdArgument | null | undefined): string | undefined;
export function restId(type: Entity, id: IdArgument | null | undefined): string | undefined {
  return id == null ? undefined : restIdBelow(type, {}, id);
}

/**
 * The REST id of a record below the parents in `above`: from a global id, or the plain REST id. `above` may be the key of a
 * sibling. Throws BAD_USER_INPUT for another type's id, for a global id of a record with other parents, and for a text
 * that no path can contain.
 */
export function restIdBelow(entity: Entity, above: Key, id: IdArgument): string;
export function restIdBelow(entity: Entity, above: Key, id: IdArgument | null | undefined): string | undefined;
export function restIdBelow(entity: Entity, above: Key, id: IdArgument | null | undefined): string | undefined {
  if (id == null) return undefined;
  if (isExpected(id)) return expectedKey(entity, id)[entity.keyShapes[0]?.at(-1) ?? 'id'] ?? unknownPart;
  return readId(id, (text) => parseRestId(entity, above, text), unchanged);
}

function parseRestId(entity: Entity, above: Key, id: string): string {
  const own = entity.keyShapes[0]?.at(-1) ?? 'id';
  const decoded = decodeId(entity.contract, id);
  if (decoded === undefined) {
    checkSegment(own, id);
    return id;
  }
  const { type, key } = decoded;
  if (type !== entity) throw wrongType(type, entity);
  checkKey(key);
  for (const name in key) {
    if (name !== own && above[name] !== undefined && !mayBeSame(above[name], key[name]))
      throw otherParent(entity, id, name);
  }
  return key[own] as string;
}

const unchanged = (id: string) => id;

/**
 * The id of what is no record of the graph, such as a node of a document: the service's own id. Throws BAD_USER_INPUT for
 * a global id.
 */
export function opaqueId(contract: RestContract, id: IdArgument): string {
  if (isExpected(id)) return notOpaque(id);
  return readId(id, (text) => checkOpaque(contract, text), unchanged);
}

/** The same for an id that is a part of a path. Throws BAD_USER_INPUT for a text that no path can contain, too. */
export function opaquePathId(contract: RestContract, name: string, id: IdArgument): string {
  if (isExpected(id)) return notOpaque(id);
  const read = (text: string) => {
    checkSegment(name, text);
    return checkOpaque(contract, text);
  };
  return readId(id, read, unchanged);
}

function checkOpaque(contract: RestContract, id: string): string {
  const type = decodeId(contract, id)?.type;
  if (type !== undefined) throw badUserInput(expectedRestId(type));
  return id;
}

function notOpaque(id: ExpectedInputId): string {
  id.reject(expectedRestId(id.expected));
  return unknownPart;
}

const expectedRestId = (type: Entity) => `Expected a REST id, got ${withArticle(type)} id.`;

/** The error for an id of one type where another is expected. */
export function wrongType(actual: Entity, expected: Entity): GatewayError {
  return badUserInput(`Expected ${withArticle(expected)} id, got ${withArticle(actual)} id.`);
}

function withArticle({ name }: Entity): string {
  return `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`;
}
