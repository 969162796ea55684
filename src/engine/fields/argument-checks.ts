import { z } from 'zod';
import { charactersOf } from '../contract/characters.ts';
import { type Endpoint, queryParams } from '../contract/endpoint.ts';
import type { Entity } from '../contract/entity.ts';
import type { RestContract } from '../contract/model.ts';
import type { Query } from '../data/cached-read.ts';
import { badUserInput } from '../http/errors.ts';
import { checkKey, decodeId, wrongType } from '../relay/global-id.ts';
import type { FieldArguments } from './field-view.ts';

/** Arguments with a meaning that is the same in every field. */
export interface ArgumentRules {
  /** The contract whose global ids arguments may hold. */
  readonly contract: RestContract;
  /** Arguments that name another record by its id. */
  readonly ids: Readonly<Record<string, Entity>>;
  /** Arguments that become a part of a path. */
  readonly pathSegments: ReadonlySet<string>;
}

/**
 * Checks the arguments that name records: ids of other types, ids that no URL can hold. `own` is the type that a field's
 * own `id` names. Throws BAD_USER_INPUT.
 */
export function checkIds(args: FieldArguments, { contract, ids, pathSegments }: ArgumentRules, own?: Entity): void {
  for (const name in args) {
    const value = args[name];
    if (pathSegments.has(name)) checkPathSegment(contract, name, value);
    const type = ids[name] ?? (name === 'id' ? own : undefined);
    if (type !== undefined) for (const id of [value].flat()) checkIdType(type, id);
  }
}

function checkPathSegment(contract: RestContract, name: string, value: unknown): void {
  if (typeof value !== 'string') return;
  checkKey(decodeId(contract, value)?.key ?? { [name]: value });
}

/** Throws BAD_USER_INPUT for a global id of another type. */
export function checkIdType(type: Entity, id: unknown): void {
  const actual = typeof id === 'string' ? decodeId(type.contract, id)?.type : undefined;
  if (actual !== undefined && actual !== type) throw wrongType(actual, type);
}

/** A check of an endpoint's query parameters against the contract's lengths; undefined where it has none. */
export function lengthCheck(endpoint: Endpoint): ((query: Query) => void) | undefined {
  const longest = queryParams(endpoint).flatMap(([name, schema]) => {
    const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    return inner instanceof z.ZodString && inner.maxLength !== null ? [[name, inner.maxLength] as const] : [];
  });
  if (longest.length === 0) return undefined;
  return (query) => {
    for (const [name, most] of longest) {
      const value = query[name];
      if (typeof value !== 'string' || value.length <= most) continue;
      const length = charactersOf(value, most);
      if (length > most) throw badUserInput(`"${name}" must have at most ${most} characters, not ${length}.`);
    }
  };
}
