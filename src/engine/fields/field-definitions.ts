import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { entityNamed } from '../contract/entity.ts';
import type { Context } from '../data/context.ts';
import { lastOf } from '../data/reference.ts';
import { globalId } from '../relay/global-id.ts';
import { type ArgumentCheck, type ArgumentRules, argumentCheck } from './argument-checks.ts';
import { type ContractCheck, contractCheck } from './contract-checks.ts';
import type { FieldSpec, FunctionSpec, KeySpec } from './spec.ts';

/** What a field of the schema is, and how its arguments and its value are checked. */
export interface FieldDefinition {
  readonly spec: FieldSpec;
  /** The arguments that are a choice of look-ups, of which one is given. */
  readonly alternatives: readonly string[];
  readonly checkArguments: ArgumentCheck | undefined;
  readonly checkValue: ContractCheck | undefined;
}

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
  resolve: FunctionSpec['resolve'],
  needs: FunctionSpec['needs'],
  resolveForGraphQLJs: NonNullable<SchemaField['resolve']>,
): void {
  const spec: FunctionSpec = { kind: 'function', operations: [], needs, resolve };
  setDefinition(field, { spec, alternatives: [], checkArguments: undefined, checkValue: undefined });
  field.resolve = resolveForGraphQLJs;
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
    for (const field of Object.values(type.getFields())) {
      setDefinition(field, define(type, field, resolvers[type.name]?.[field.name], rules));
      field.resolve = resolve;
    }
  }
  return schema;
}

function define(type: GraphQLObjectType, field: SchemaField, given: unknown, rules: ArgumentRules): FieldDefinition {
  const isOfEntity = entityNamed(type.name) !== undefined;
  const spec = specFrom(given) ?? defaultSpec(field.name, isOfEntity);
  const alternatives = field.args.filter(isAlternative).map(({ name }) => name);
  return {
    spec,
    alternatives,
    checkArguments: argumentCheck(spec, alternatives, field, rules),
    checkValue: contractCheck(field, spec.kind, isOfEntity),
  };
}

/** Whether an argument is a choice of look-ups: an input object of which one field is given. */
function isAlternative({ type }: GraphQLArgument): boolean {
  const named = getNamedType(type);
  return isInputObjectType(named) && named.isOneOf;
}

function specFrom(given: unknown): FieldSpec | undefined {
  if (typeof given === 'function')
    return { kind: 'function', operations: [], needs: 'key', resolve: given as FunctionSpec['resolve'] };
  return given as FieldSpec | undefined;
}

function defaultSpec(name: string, isOfEntity: boolean): FieldSpec {
  if (!isOfEntity) return { kind: 'property', operations: [], name };
  return (
    keyFields[name] ?? {
      kind: 'record',
      operations: [],
      read: (record: Readonly<Record<string, unknown>>) => record[name],
    }
  );
}

/** The fields that every record's key tells. */
const keyFields: Readonly<Record<string, KeySpec>> = {
  id: { kind: 'key', operations: [], read: ({ entity, key }) => globalId(entity, key) },
  restId: { kind: 'key', operations: [], read: ({ key }) => lastOf(key) },
};
