import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

export interface GraphNode {
  name: string;
  fields: number;
}

/** Fields that lead from one type of records to another. */
export interface GraphEdge {
  from: string;
  to: string;
  fields: string[];
  /** Whether one of them is a list, or takes the id of the record: the others refer to a record that is elsewhere. */
  contains: boolean;
}

export interface ResourceGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/** The name under which the root is drawn. */
export const rootName = 'Query';

/** The records of a schema, and the fields between them. A record is what implements `Node`. */
export function resourceGraph(schema: GraphQLSchema): ResourceGraph {
  const node = schema.getType('Node');
  const records = isInterfaceType(node) ? schema.getPossibleTypes(node) : [];
  const query = schema.getQueryType();
  const types = [...(query ? [query] : []), ...records].map((type) => ({
    name: type === query ? rootName : type.name,
    fields: Object.values(type.getFields()),
  }));
  const known = new Set(records.map(({ name }) => name));
  return {
    nodes: types.map(({ name, fields }) => ({ name, fields: fields.length })),
    edges: types.flatMap(({ name, fields }) => edgesFrom(name, fields, known)),
  };
}

function edgesFrom(
  from: string,
  fields: readonly GraphQLField<unknown, unknown>[],
  known: ReadonlySet<string>,
): GraphEdge[] {
  const edges = new Map<string, GraphEdge>();
  for (const field of fields) {
    const { name: to, isList } = targetOf(field);
    const isLookup = field.args.some(isRequiredArgument);
    if (!known.has(to)) continue;
    const edge = edges.get(to) ?? { from, to, fields: [], contains: false };
    edge.fields.push(field.name);
    edge.contains ||= isList || isLookup;
    edges.set(to, edge);
  }
  return [...edges.values()];
}

/** The type that a field leads to: through a connection, that of its nodes. */
export function targetOf({ type }: GraphQLField<unknown, unknown>): Target {
  const named = getNamedType(type);
  const nodes = isObjectType(named) ? named.getFields().nodes : undefined;
  if (nodes !== undefined && isObjectType(named) && named.name.endsWith('Connection')) {
    return { name: getNamedType(nodes.type).name, isList: true, isConnection: true };
  }
  return { name: named.name, isList: String(type).includes('['), isConnection: false };
}

interface Target {
  name: string;
  isList: boolean;
  isConnection: boolean;
}
