import { type EntityName, entities, type KeyOf, keyParams } from '../contract/entity.ts';
import { badUserInput, type GatewayError } from '../http/errors.ts';

/** Types that have a global id: the entities that are Nodes, and users, who can't be looked up but can be named. */
export type IdentifiedType = Exclude<EntityName, 'Revision'> | 'User';

export type Key = Readonly<Record<string, string>>;

const shapes: Record<IdentifiedType, readonly (readonly string[])[]> = {
  ...(Object.fromEntries(
    Object.keys(entities)
      .filter((name) => name !== 'Revision')
      .map((name) => [name, keyParams(name as EntityName)]),
  ) as Record<Exclude<EntityName, 'Revision'>, readonly (readonly string[])[]>),
  User: [['userId']],
};

/** The global id of a record: base64url of `Type:key/key`, each key percent-encoded, in the order of its path. */
export function globalId(type: IdentifiedType, key: Key): string {
  let text = `${type}:`;
  let separator = '';
  for (const name in key) {
    text += separator + encodeURIComponent(key[name] as string);
    separator = '/';
  }
  return Buffer.from(text, 'latin1').toString('base64url');
}

/** The type and key that a global id holds; undefined for any other text. */
export function decodeId(id: string): { type: IdentifiedType; key: Key } | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(id)) return undefined;
  const text = Buffer.from(id, 'base64url').toString('latin1');
  const colon = text.indexOf(':');
  const type = text.slice(0, colon) as IdentifiedType;
  if (colon < 1 || !Object.hasOwn(shapes, type)) return undefined;
  const parts = text.slice(colon + 1).split('/');
  const names = shapes[type].find(({ length }) => length === parts.length);
  if (names === undefined) return undefined;
  const key: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const value = decodePart(parts[i] as string);
    if (value === undefined || value === '') return undefined;
    key[name] = value;
  }
  // Only what we encoded ourselves is an id: otherwise one record would have several.
  return globalId(type, key) === id ? { type, key } : undefined;
}

function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The key that an `id` argument names. Throws BAD_USER_INPUT for another type's id, and for what is no global id. */
export function keyOf<Type extends Exclude<EntityName, 'Revision'>>(type: Type, id: string): KeyOf<Type>;
export function keyOf(type: 'User', id: string): { userId: string };
export function keyOf(type: IdentifiedType, id: string): Key {
  const decoded = decodeId(id);
  if (decoded === undefined) {
    throw badUserInput(`${JSON.stringify(id)} is not a global id. Use the "id" of ${withArticle(type)}.`);
  }
  return checked(type, decoded).key;
}

/**
 * The key that an `id` argument names below known parents, where the plain REST id will do as well as the global id.
 * Throws BAD_USER_INPUT for another type's id, and for a global id that stands below other parents.
 */
export function keyBelow<Type extends Exclude<EntityName, 'Revision'>>(
  type: Type,
  parents: Key,
  id: string,
): KeyOf<Type> {
  const decoded = decodeId(id);
  const names = shapes[type].find((shape) => shape.length === Object.keys(parents).length + 1);
  const last = names?.at(-1);
  if (last === undefined) throw new TypeError(`A ${type} does not stand below ${Object.keys(parents).join(', ')}.`);
  if (decoded === undefined) return { ...parents, [last]: id } as KeyOf<Type>;
  // In a known organization, the user's own id names the member.
  if (type === 'Member' && decoded.type === 'User') return { ...parents, ...decoded.key } as KeyOf<Type>;
  const { key } = checked(type, decoded);
  for (const name in parents) {
    if (key[name] !== parents[name]) {
      throw badUserInput(
        `The ${type} with the id ${JSON.stringify(id)} belongs to another ${name.replace(/(Id|Slug)$/, '')}.`,
      );
    }
  }
  // Pages and files stand in a space's content, or in that of one of its change requests.
  if (Object.keys(key).length !== names?.length) {
    throw badUserInput(`The ${type} with the id ${JSON.stringify(id)} belongs to a change request: look it up there.`);
  }
  return key as KeyOf<Type>;
}

/** The REST id of a record of which only the last part of the key matters: a global id, or the plain REST id. */
export function restId(type: IdentifiedType, id: string): string;
export function restId(type: IdentifiedType, id: string | null | undefined): string | undefined;
export function restId(type: IdentifiedType, id: string | null | undefined): string | undefined {
  if (id == null) return undefined;
  const decoded = decodeId(id);
  if (decoded === undefined) return id;
  // A member's id names a user as well as the user's own id does.
  if (type === 'User' && decoded.type === 'Member') return decoded.key.userId as string;
  const values = Object.values(checked(type, decoded).key);
  return values[values.length - 1] as string;
}

/**
 * The REST id of a record below the parents that `above` holds: a global id, or the plain REST id. `above` may be the key
 * of a record beside it. Throws BAD_USER_INPUT for another type's id, and for a global id that stands below other parents.
 */
export function restIdBelow(type: 'Site' | 'Team' | 'SiteSection' | 'SiteSpace', above: Key, id: string): string {
  const parents = shapes[type][0]?.slice(0, -1) ?? [];
  const key = keyBelow(type, Object.fromEntries(parents.map((name) => [name, above[name] as string])), id);
  return Object.values<string>(key).at(-1) ?? id;
}

function checked(type: IdentifiedType, decoded: { type: IdentifiedType; key: Key }) {
  if (decoded.type !== type) {
    throw wrongType(decoded.type, type);
  }
  return decoded;
}

/** The refusal of an id of one type where another is asked for. */
export function wrongType(given: IdentifiedType, wanted: IdentifiedType): GatewayError {
  return badUserInput(`The id is the id of ${withArticle(given)}, but ${withArticle(wanted)} is asked for.`);
}

function withArticle(type: IdentifiedType): string {
  return `${/^[AEIO]/.test(type) ? 'an' : 'a'} ${type}`;
}
