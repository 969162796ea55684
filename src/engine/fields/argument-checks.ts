import { z } from 'zod';
import type { Entity } from '../contract/entity.ts';
import { type Operation, queryParams } from '../contract/operation.ts';
import type { Query } from '../data/cached-read.ts';
import { badUserInput } from '../http/errors.ts';
import { checkWindow } from '../relay/connection.ts';
import { checkKey, decodeId, wrongType } from '../relay/global-id.ts';
import type { FieldArguments, FieldSpec } from './spec.ts';

/** Arguments with a meaning that is the same in every field. */
export interface ArgumentRules {
  /** Arguments that name another record by its id. */
  readonly ids: Readonly<Record<string, Entity>>;
  /** Arguments that become a part of a path. */
  readonly pathSegments: ReadonlySet<string>;
}

export type ArgumentCheck = (args: FieldArguments) => void;

/**
 * The check of a field's arguments before anything is known of its parent: ids of other types, ids that no URL can hold,
 * cursors of another form, texts longer than the contract allows. It throws BAD_USER_INPUT. Undefined for fields that
 * take no such arguments.
 */
export function argumentCheck(
  spec: FieldSpec,
  alternatives: readonly string[],
  { args: parameters }: { readonly args: readonly unknown[] },
  rules: ArgumentRules,
): ArgumentCheck | undefined {
  if (parameters.length === 0) return undefined;
  switch (spec.kind) {
    case 'lookup':
      return (args) => {
        checkIds(args, rules, spec.entity);
        for (const name of alternatives) checkIds(args[name] as FieldArguments, rules, spec.entity);
      };
    case 'value':
      return (args) => checkIds(args, rules);
    case 'connection':
      return (args) => {
        checkWindow(args);
        checkIds(args, rules);
        spec.checkQuery?.(args);
      };
    case 'embeddedConnection':
      return checkWindow;
    default:
      return undefined;
  }
}

/** `own` is the type that a field's own `id` names. */
function checkIds(args: FieldArguments, { ids, pathSegments }: ArgumentRules, own?: Entity): void {
  for (const name in args) {
    const value = args[name];
    if (pathSegments.has(name)) checkPathSegment(name, value);
    const type = ids[name] ?? (name === 'id' ? own : undefined);
    if (type !== undefined) for (const id of [value].flat()) checkIdType(type, id);
  }
}

function checkPathSegment(name: string, value: unknown): void {
  if (typeof value !== 'string') return;
  checkKey(decodeId(value)?.key ?? { [name]: value });
}

/** Throws BAD_USER_INPUT for a global id of another type. */
export function checkIdType(type: Entity, id: unknown): void {
  const given = typeof id === 'string' ? decodeId(id)?.type : undefined;
  if (given !== undefined && given !== type) throw wrongType(given, type);
}

/** A check of an operation's query parameters against the contract's lengths; undefined where it has none. */
export function lengthCheck(operation: Operation): ((query: Query) => void) | undefined {
  const longest = queryParams(operation).flatMap(([name, schema]) => {
    const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    return inner instanceof z.ZodString && inner.maxLength !== null ? [[name, inner.maxLength] as const] : [];
  });
  if (longest.length === 0) return undefined;
  return (query) => {
    for (const [name, most] of longest) {
      const value = query[name];
      // A character beyond the basic plane is one, though JavaScript counts it as two.
      const length = typeof value === 'string' && value.length > most ? [...value].length : 0;
      if (length > most) throw badUserInput(`"${name}" must have at most ${most} characters, not ${length}.`);
    }
  };
}
