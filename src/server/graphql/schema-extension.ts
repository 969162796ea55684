import { addResolversToSchema } from '@graphql-tools/schema';
import {
  type DocumentNode,
  defaultFieldResolver,
  extendSchema,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  parse,
} from 'graphql';
import { defineResolver, isPromise, promiseOf } from '../../engine/engine.ts';
import { createSchema } from '../../resources/schema.ts';

export type TypeDefs = string | DocumentNode | readonly (string | DocumentNode)[];
export type Resolvers = Parameters<typeof addResolversToSchema>[0]['resolvers'];

const recordResolvers = new WeakSet<object>();

/**
 * A resolver for a field that is added to one of the gateway's types: it gets the parent's REST record. The record is
 * fetched, and planned, where no other field needs it.
 */
export function withRecord<Record extends object, Args>(
  resolve: (record: Record, args: Args) => unknown,
): GraphQLFieldResolver<{ record?: Record | undefined }, unknown, Args> {
  const resolver: GraphQLFieldResolver<{ record?: Record | undefined }, unknown, Args> = ({ record }, args) =>
    record === undefined ? null : resolve(record, args);
  recordResolvers.add(resolver);
  return resolver;
}

export interface SchemaExtension {
  /** SDL: own types, and `extend type` for those of the gateway. */
  typeDefs?: TypeDefs | undefined;
  /** Resolvers of the fields in `typeDefs`. */
  resolvers?: Resolvers | undefined;
}

/** The gateway's schema without additions. All gateways of a process share it: nothing changes it, and it takes long to build. */
let standard: GraphQLSchema | undefined;

/**
 * The gateway's schema, with the embedder's types and fields. Throws where they do not fit together. A field that is added
 * to one of the gateway's types gets a reference as its parent, with the `key` of the record: `{ spaceId: '…' }`. Fields of
 * the embedder are planned as no REST calls; a resolver made by `withRecord` gets the record too.
 */
export function createExtendedSchema({ typeDefs, resolvers = {} }: SchemaExtension): GraphQLSchema {
  standard ??= createSchema();
  const own = standard;
  const documents =
    typeDefs === undefined ? [] : [typeDefs].flat().map((one) => (typeof one === 'string' ? parse(one) : one));
  if (documents.length === 0 && Object.keys(resolvers).length === 0) return own;
  rejectReplacements(own, resolvers);
  const definitions = documents.flatMap((document) => document.definitions);
  const extended = extendSchema(own, { kind: Kind.DOCUMENT, definitions });
  const schema = addResolversToSchema({ schema: extended, resolvers });
  describeFields(schema, own);
  return schema;
}

/** A resolver of the gateway says which calls it makes: another one in its place would make plans wrong. */
function rejectReplacements(own: GraphQLSchema, resolvers: Resolvers): void {
  for (const [name, fields] of Object.entries(Object.assign({}, ...[resolvers].flat()))) {
    const type = own.getType(name);
    if (type === undefined) continue;
    const existing = isObjectType(type) ? Object.keys(fields ?? {}).find((field) => field in type.getFields()) : '*';
    if (existing === undefined) continue;
    throw new TypeError(`${name}.${existing} belongs to the gateway: its resolver cannot be replaced.`);
  }
}

/** A resolver whose errors reach clients only with a code: without one, they would look like values that the service has sent. */
function guarded(
  resolve: GraphQLFieldResolver<unknown, unknown>,
  type: GraphQLOutputType,
): GraphQLFieldResolver<unknown, unknown> {
  const fail = (error: unknown) => {
    const isInternal = error instanceof GraphQLError && error.extensions.code === undefined;
    throw isInternal ? new Error(error.message, { cause: error }) : error;
  };
  const checked = (value: unknown) => {
    assertLeaves(type, value);
    return value;
  };
  return (parent, args, context, info) => {
    try {
      const value = resolve(parent, args, context, info);
      return isPromise(value) ? promiseOf(value).then(checked).catch(fail) : checked(value);
    } catch (error) {
      return fail(error);
    }
  };
}

/** Throws where a scalar or an enum rejects a value, or an item of a list. */
function assertLeaves(type: GraphQLOutputType, value: unknown): void {
  const inner = getNullableType(type);
  if (value === null || value === undefined || isPromise(value) || value instanceof Error) return;
  if (isLeafType(inner)) inner.serialize(value);
  else if (isListType(inner) && Array.isArray(value)) for (const item of value) assertLeaves(inner.ofType, item);
}

/** Lets the planner know that the embedder's fields make no calls, and need nothing of their parent but its key. */
function describeFields(schema: GraphQLSchema, own: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    const existing = own.getType(type.name);
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const known = isObjectType(existing) ? existing.getFields() : {};
    for (const field of Object.values(type.getFields())) {
      if (field.name in known) continue;
      const resolve = field.resolve ?? defaultFieldResolver;
      const needs = recordResolvers.has(resolve) ? 'record' : 'key';
      defineResolver(field, guarded(resolve, field.type), type === schema.getMutationType() ? 'validation' : needs);
    }
  }
}
