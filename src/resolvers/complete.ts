import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNullableType,
  isObjectType,
} from 'graphql';
import { type EntityName, entities } from '../contract/keys.ts';
import { Reference } from '../loaders/reference.ts';
import { globalId, type IdentifiedType, type Key } from '../relay/ids.ts';
import type { Context } from './context.ts';
import type { Described } from './field.ts';
import { placeOf, record } from './fields.ts';
import { check, checksOf } from './promised.ts';
import { settle } from './settle.ts';

// biome-ignore lint/suspicious/noExplicitAny: graphql types a schema's fields so
type AnyField = GraphQLField<any, Context>;
type Resolve = GraphQLFieldResolver<unknown, Context, Record<string, unknown>, unknown>;

/** Resolvers by type and field. */
export type ResolverMap = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Gives every field that needs one its resolver: fields of records that bear their REST name, ids of nodes. And sees to
 * it that what the service's contract promises is kept: a required value that is missing, and a value outside a closed
 * set or of another type, is null with an UPSTREAM_CONTRACT error, and costs nothing else.
 */
export function completeFields(schema: GraphQLSchema, resolvers: ResolverMap): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()) as AnyField[]) completeField(type, field, resolvers[type.name]);
  }
  return schema;
}

function completeField(type: GraphQLObjectType, field: AnyField, resolvers: ResolverMap[string] = {}): void {
  // Not field.resolve: the schema holds bound copies, which have lost what a resolver says of itself.
  const given = resolvers[field.name] ?? defaultField(type, field);
  const own = given as (Resolve & Described) | undefined;
  const checks = checksOf(field, isEntity(type.name) && readsRecord(own));
  if (checks.length === 0) {
    if (own !== undefined) field.resolve = own;
    return;
  }
  const resolve: Resolve = own ?? property(field.name);
  const checked: Resolve = (parent, args, context, info) => {
    const value = resolve(parent, args, context, info);
    if (value instanceof Promise) return value.then((settled) => check(checks, settled, parent, field.name));
    return check(checks, value, parent, field.name);
  };
  // What the resolver says of itself stays said: its checks, too.
  field.resolve = Object.assign(checked, resolve);
}

function defaultField(type: GraphQLObjectType, field: AnyField): unknown {
  if (isEntity(type.name)) return entityField(field.name);
  return leadsToRecords(field) ? referenceField(field.name) : undefined;
}

/** Whether a field may give a reference: its type is an entity's. */
function leadsToRecords({ type }: AnyField): boolean {
  const nullable = getNullableType(type);
  return isObjectType(nullable) && isEntity(nullable.name);
}

/** A reference that a value holds, made ready for what is selected on it. */
function referenceField(name: string): Resolve {
  return (parent, _args, context, info) => {
    const value = (parent as Record<string, unknown>)[name];
    return value instanceof Reference ? settle(value, context, placeOf(info), false) : value;
  };
}

function isEntity(name: string): name is EntityName {
  return Object.hasOwn(entities, name);
}

function entityField(name: string): Resolve {
  if (name === 'id') return Object.assign(idOf, { needs: 'key' as const }) as unknown as Resolve;
  if (name === 'restId') return Object.assign(restIdOf, { needs: 'key' as const }) as unknown as Resolve;
  return record((whole) => (whole as Record<string, unknown>)[name]) as unknown as Resolve;
}

function idOf({ name, key }: Reference): string {
  return globalId(name as IdentifiedType, key as Key);
}

function restIdOf({ key }: Reference): string {
  const values = Object.values(key as Key);
  return values[values.length - 1] as string;
}

/** Whether a resolver gives what stands in its parent's record, and calls nothing itself. */
function readsRecord(resolve: Described | undefined): boolean {
  return resolve?.needs === 'record' && resolve.calls === undefined;
}

function property(name: string): Resolve {
  return (parent) => (parent as Record<string, unknown>)[name];
}
