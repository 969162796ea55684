import { z } from 'zod';
import type { EntityName } from '../contract/entity.ts';
import type { Operation } from '../contract/operation.ts';
import { badUserInput } from '../http/errors.ts';
import { checkSegment } from '../http/url.ts';
import { decodeId, type IdentifiedType, wrongType } from '../relay/global-id.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Arguments that filter by the id of another record, in every field that has one of this name. */
export const idArguments: Readonly<Record<string, IdentifiedType>> = {
  owner: 'User',
  contributor: 'User',
  authors: 'User',
  space: 'Space',
  targetPage: 'Page',
  page: 'Page',
};

/** Arguments that become a part of a path, as a look-up's own `id` does. */
const pathArguments = new Set(['id', 'slug', 'emailDomain']);

/**
 * Refuses global ids of other types than the arguments take, and what no URL can hold. `target` is what a field's own
 * `id` names.
 */
export function checkIds(args: Arguments, target?: EntityName): void {
  for (const name in args) {
    if (pathArguments.has(name)) checkPathArgument(name, args[name]);
    // A choice of look-ups is an input object with one of them.
    if (name === 'by') checkIds(args.by as Arguments, target);
    const type = idArguments[name] ?? (name === 'id' ? (target as IdentifiedType | undefined) : undefined);
    if (type === undefined) continue;
    for (const id of [args[name]].flat()) checkId(type, id);
  }
}

function checkPathArgument(name: string, value: unknown): void {
  if (typeof value !== 'string') return;
  const { key = { [name]: value } } = decodeId(value) ?? {};
  for (const part in key) checkSegment(part, key[part]);
}

export function checkId(type: IdentifiedType, id: unknown): void {
  const decoded = typeof id === 'string' ? decodeId(id) : undefined;
  const isPerson = isOfPerson(type) && isOfPerson(decoded?.type);
  if (decoded !== undefined && decoded.type !== type && !isPerson) {
    throw wrongType(decoded.type, type);
  }
}

/** A user's id names the member too, where the organization is known, and a member's id the user. */
function isOfPerson(type: IdentifiedType | undefined): boolean {
  return type === 'User' || type === 'Member';
}

/** A check of an operation's query parameters against the contract's lengths; undefined where it has none. */
export function lengthCheck(operation: Operation): ((query: Arguments | undefined) => void) | undefined {
  const longest = Object.entries((operation.query as z.ZodObject).shape ?? {}).flatMap(([name, schema]) => {
    const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    return inner instanceof z.ZodString && inner.maxLength !== null ? [[name, inner.maxLength] as const] : [];
  });
  if (longest.length === 0) return undefined;
  return (query) => {
    for (const [name, most] of longest) {
      const value = query?.[name];
      // A character beyond the basic plane is one, though JavaScript counts it as two.
      const length = typeof value === 'string' && value.length > most ? [...value].length : 0;
      if (length > most) throw badUserInput(`"${name}" must have at most ${most} characters, not ${length}.`);
    }
  };
}
