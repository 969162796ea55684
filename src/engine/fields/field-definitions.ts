import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
  isScalarType,
  specifiedScalarTypes,
} from 'graphql';
import type { Context } from '../data/context.ts';
import { globalId } from '../relay/global-id.ts';
import type { ArgumentRules } from './argument-checks.ts';
import { contractCheck } from './contract-checks.ts';
import type { FieldDefinition, FieldKind } from './field-kind.ts';
import { FunctionField, type FunctionNeeds, MutationFunctionField, type ResolverFunction } from './function.ts';
import { KeyField } from './key.ts';
import { PropertyField } from './property.ts';
import { RecordField } from './record.ts';
import { entityOf, setEntity } from './type-entity.ts';

type SchemaField = GraphQLField<unknown, Context>;

/** What resolver maps hold for the fields of each type. */
export type ResolverMap = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The definition of a field; undefined for fields that graphql defines itself. */
export function definitionOf({
  extensions,
}: Pick<GraphQLField<unknown, unknown>, 'extensions'>): FieldDefinition | undefined {
  return extensions[extensionName] as FieldDefinition | undefined;
}

/** Extensions of a field are kept where a schema is extended. */
const extensionName = 'fieldDefinition';

/** Defines a field of an embedder by its resolver. It is planned as no call, but for the record that it may need. */
export function defineFunction(
  field: SchemaField,
  resolve: ResolverFunction,
  needs: FunctionNeeds,
  resolveForGraphQLJs: NonNullable<SchemaField['resolve']>,
): void {
  const call = notKept(resolve);
  const kind = needs === 'validation' ? new MutationFunctionField(call) : new FunctionField(call, needs);
  const isJson = isJsonType(field);
  setDefinition(field, { kind, alternatives: [], checkArguments: undefined, checkValue: undefined, isJson });
  field.resolve = resolveForGraphQLJs;
}

/** Nobody knows what a function of an embedder depends on: a result with its values must not be kept. */
function notKept(resolve: ResolverFunction): ResolverFunction {
  return (parent, args, context, info) => {
    context.rest.rejectKeeping();
    return resolve(parent, args, context, info);
  };
}

function setDefinition(field: SchemaField, definition: FieldDefinition): void {
  field.extensions = { ...field.extensions, [extensionName]: definition };
}

/**
 * Defines every field of a schema: by its entry in a resolver map, or else by its name, as a value of its parent's record or
 * as a property of its parent. `resolve` is the resolver that graphql-js calls for every field.
 */
export function defineFields(
  schema: GraphQLSchema,
  resolvers: ResolverMap,
  rules: ArgumentRules,
  resolve: NonNullable<SchemaField['resolve']>,
): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const entity = rules.contract.entityNamed(type.name);
    if (entity !== undefined) setEntity(type, entity);
    for (const field of Object.values(type.getFields())) {
      setDefinition(field, define(type, field, resolvers[type.name]?.[field.name], rules));
      field.resolve = resolve;
    }
  }
  return schema;
}

function define(type: GraphQLObjectType, field: SchemaField, resolver: unknown, rules: ArgumentRules): FieldDefinition {
  const isOfEntity = entityOf(type) !== undefined;
  const kind = kindFrom(resolver) ?? defaultKind(field.name, isOfEntity);
  const alternatives = field.args.filter(isAlternative).map(({ name }) => name);
  return {
    kind,
    alternatives,
    checkArguments: field.args.length === 0 ? undefined : kind.argumentCheck(alternatives, rules),
    checkValue: contractCheck(field, kind.valueSource),
    isJson: isJsonType(field),
  };
}

/** Whether a field's type is a scalar of its own, which may hold objects and lists. */
function isJsonType({ type }: SchemaField): boolean {
  const named = getNamedType(type);
  return isScalarType(named) && !flatScalars.has(named.name);
}

const flatScalars: ReadonlySet<string> = new Set([...specifiedScalarTypes.map(({ name }) => name), 'DateTime', 'URL']);

/** Whether an argument is a choice of look-ups: an input object of which one field is given. */
function isAlternative({ type }: GraphQLArgument): boolean {
  const named = getNamedType(type);
  return isInputObjectType(named) && named.isOneOf;
}

function kindFrom(resolver: unknown): FieldKind | undefined {
  if (typeof resolver === 'function') return new FunctionField(resolver as ResolverFunction, 'key');
  return resolver as FieldKind | undefined;
}

function defaultKind(name: string, isOfEntity: boolean): FieldKind {
  if (!isOfEntity) return new PropertyField(name);
  return keyFields[name] ?? new RecordField((record) => (record as Readonly<Record<string, unknown>>)[name]);
}

/** The fields that every record's key tells. */
const keyFields: Readonly<Record<string, KeyField>> = {
  id: new KeyField(({ entity, key }) => globalId(entity, key)),
  restId: new KeyField(({ restId }) => restId),
};
