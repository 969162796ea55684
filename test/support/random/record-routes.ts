import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import type { TestGateway } from '../gateways/gateway.ts';
import { idArgument, listed } from './field-forms.ts';

/** A record of the service, and the list in which it was found. */
export interface FoundRecord {
  type: string;
  id: string;
  /** The record whose field lists it; undefined for a field of the root. */
  parent: FoundRecord | undefined;
  listField: string;
}

/** A way to reach a record: an operation that selects `selection` on it, and where the record is in the data. */
export interface Route {
  readonly name: 'node' | 'list' | 'look-up' | 'payload';
  operation(selection: string): string;
  /** The path of the record in the data. */
  pathIn(data: unknown): Path;
}

export type Path = readonly (string | number)[];

/** The value at a path; undefined where there is none. */
export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce((value, step) => (value as Record<string | number, unknown> | null | undefined)?.[step], data);
}

type Field = GraphQLField<unknown, unknown>;

/** Finds records of every type, `perType` at most of each, through the lists of the records that were found before. */
export async function findRecords(gateway: TestGateway, schema: GraphQLSchema, perType: number) {
  const records = new Map<string, FoundRecord[]>();
  const queue: (FoundRecord | undefined)[] = [undefined];
  for (const parent of queue) {
    const type = (parent === undefined ? schema.getQueryType() : schema.getType(parent.type)) as GraphQLObjectType;
    const lists = Object.values(type.getFields()).filter((field) => nodeTypeOf(field) !== undefined);
    if (lists.length === 0) continue;
    const { data } = await gateway.execute(
      onRecord(parent, lists.map((field) => listSelection(field, 'id')).join(' ')),
    );
    for (const field of lists) {
      const nodeType = (nodeTypeOf(field) as GraphQLObjectType).name;
      const found = records.get(nodeType) ?? [];
      records.set(nodeType, found);
      for (const { id } of nodesAt(data, [...pathOf(parent), field.name]).filter((node) => node !== null)) {
        if (found.length >= perType || found.some((other) => other.id === id)) continue;
        const record = { type: nodeType, id, parent, listField: field.name };
        found.push(record);
        queue.push(record);
      }
    }
  }
  return [...records.values()].flat();
}

/** All ways to reach a record. */
export function routesTo(record: FoundRecord, schema: GraphQLSchema): Route[] {
  return [
    nodeRoute(record),
    listRoute(record, schema),
    lookupRoute(record, schema),
    payloadRoute(record, schema),
  ].filter((route) => route !== undefined);
}

export function nodeRoute({ type, id }: FoundRecord): Route {
  return {
    name: 'node',
    operation: (selection) => `{ node(id: "${id}") { ... on ${type} { ${selection} } } }`,
    pathIn: () => ['node'],
  };
}

function listRoute({ id, parent, listField }: FoundRecord, schema: GraphQLSchema): Route {
  const field = fieldsOf(parent, schema)[listField] as Field;
  return {
    name: 'list',
    operation: (selection) => onRecord(parent, listSelection(field, `id ${selection}`)),
    pathIn: (data) => {
      const list = [...pathOf(parent), listField];
      const path = Array.isArray(valueAt(data, list)) ? list : [...list, 'nodes'];
      return [...path, nodesAt(data, list).findIndex((node) => node?.id === id)];
    },
  };
}

function lookupRoute({ type, id, parent }: FoundRecord, schema: GraphQLSchema): Route | undefined {
  const isLookup = (field: Field) =>
    field.type.toString() === type && field.args.filter(isRequiredArgument).length === 1 && idArgument(field, id);
  const [above, field] =
    [parent, undefined]
      .map((one) => [one, Object.values(fieldsOf(one, schema)).find(isLookup)] as const)
      .find(([, found]) => found !== undefined) ?? [];
  if (field === undefined) return undefined;
  return {
    name: 'look-up',
    operation: (selection) => onRecord(above, `${field.name}(${idArgument(field, id)}) { ${selection} }`),
    pathIn: () => [...pathOf(above), field.name],
  };
}

/** An update that changes nothing and returns the record. */
function payloadRoute({ type, id }: FoundRecord, schema: GraphQLSchema): Route | undefined {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const input = getNamedType(field.args[0]?.type);
    const record = Object.values((getNamedType(field.type) as GraphQLObjectType).getFields()).find(
      (one) => getNamedType(one.type)?.toString() === type,
    );
    if (!field.name.startsWith('update') || !isInputObjectType(input) || record === undefined) continue;
    const required = Object.values(input.getFields()).filter(isRequiredInputField);
    if (required.length !== 1 || required[0]?.name !== 'id') continue;
    return {
      name: 'payload',
      operation: (selection) =>
        `mutation { ${field.name}(input: { id: "${id}" }) { ${record.name} { ${selection} } } }`,
      pathIn: () => [field.name, record.name],
    };
  }
  return undefined;
}

function fieldsOf(record: FoundRecord | undefined, schema: GraphQLSchema): Record<string, Field> {
  const type = record === undefined ? schema.getQueryType() : schema.getType(record.type);
  return (type as GraphQLObjectType).getFields();
}

const pathOf = (record: FoundRecord | undefined): Path => (record === undefined ? [] : ['node']);

function onRecord(record: FoundRecord | undefined, selection: string): string {
  return record === undefined ? `{ ${selection} }` : nodeRoute(record).operation(selection);
}

/** The type of the records in a field that lists records: a connection, or a list. */
function nodeTypeOf({ type, args }: Field): GraphQLObjectType | undefined {
  if (args.some(isRequiredArgument)) return undefined;
  const named = getNamedType(type);
  if (!isObjectType(named)) return undefined;
  const isList = isListType(isNonNullType(type) ? type.ofType : type);
  const node = isList ? named : named.name.endsWith('Connection') && getNamedType(named.getFields().nodes?.type);
  return isObjectType(node) && node.getInterfaces().some(({ name }) => name === 'Node') ? node : undefined;
}

function listSelection(field: Field, selection: string): string {
  if (!getNamedType(field.type).name.endsWith('Connection')) return `${field.name} { ${selection} }`;
  return `${field.name}(first: ${listed}) { nodes { ${selection} } }`;
}

/** The records of a list or a connection. */
function nodesAt(data: unknown, path: Path): ({ id: string } | null)[] {
  const list = valueAt(data, path);
  return (Array.isArray(list) ? list : (valueAt(list, ['nodes']) ?? [])) as ({ id: string } | null)[];
}
