import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNullableType,
  isObjectType,
} from 'graphql';
import { type EntityName, entities } from '../contract/entity.ts';
import { Reference } from '../data/reference.ts';
import { globalId, type IdentifiedType, type Key } from '../relay/global-id.ts';
import type { Context } from './context.ts';
import { type Check, checked, checkOf } from './contract-checks.ts';
import type { Described } from './field.ts';
import { placeOf } from './fields.ts';
import { settle } from './prefetch.ts';

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
  const given = resolvers[field.name] as (Resolve & Described) | undefined;
  if (given === undefined && isEntity(type.name) && !keyFields.has(field.name)) {
    field.resolve = recordField(field.name, checkOf(field, true));
    return;
  }
  const own = given ?? (defaultField(type, field) as (Resolve & Described) | undefined);
  const check = checkOf(field, isEntity(type.name) && readsRecord(own));
  if (check === undefined) {
    if (own !== undefined) field.resolve = own;
    return;
  }
  const resolve: Resolve = own ?? property(field.name);
  const checking: Resolve = (parent, args, context, info) => {
    const value = resolve(parent, args, context, info);
    if (value instanceof Promise) return value.then((settled) => checked(check, settled, parent, field.name));
    return checked(check, value, parent, field.name);
  };
  // What the resolver says of itself stays said: its checks, too.
  field.resolve = Object.assign(checking, resolve);
}

/** A field of a record with its REST name: by far the most frequent, it takes the shortest way to the value. */
function recordField(name: string, check: Check | undefined): Resolve {
  const read = (reference: Reference, record: unknown) => {
    const value = (record as Readonly<Record<string, unknown>>)[name];
    return check === undefined ? value : checked(check, value, reference, name);
  };
  const resolve = (parent: unknown, _args: unknown, { loaders }: Context) => {
    const reference = parent as Reference;
    const { record } = reference;
    return record === undefined
      ? reference.load(loaders).then((loaded) => read(reference, loaded))
      : read(reference, record);
  };
  return Object.assign(resolve, { needs: 'record' as const });
}

/** The fields that a record's key tells. */
const keyFields = new Map<string, Resolve>([
  ['id', keyField(({ name, key }) => globalId(name as IdentifiedType, key as Key))],
  ['restId', keyField(({ key }) => lastOf(key as Key))],
]);

function keyField(read: (reference: Reference) => string): Resolve {
  return Object.assign((parent: unknown) => read(parent as Reference), { needs: 'key' as const });
}

/** The last part of a key: the record's own id. */
function lastOf(key: Key): string {
  let last = '';
  for (const name in key) last = key[name] as string;
  return last;
}

function defaultField(type: GraphQLObjectType, field: AnyField): Resolve | undefined {
  if (isEntity(type.name)) return keyFields.get(field.name);
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

/** Whether a resolver gives what stands in its parent's record, and calls nothing itself. */
function readsRecord(resolve: Described | undefined): boolean {
  return resolve?.needs === 'record' && resolve.calls === undefined;
}

function property(name: string): Resolve {
  return (parent) => (parent as Record<string, unknown>)[name];
}
