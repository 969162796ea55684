import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

type Field = GraphQLField<unknown, unknown>;

/** How many items of a list are read. */
export const listed = 4;

/**
 * The selections of each field of a type, in the forms in which they can be needed: of another record its REST id alone, and
 * all its values. Look-ups by id read one of the given records.
 */
export function formsOfFields(type: GraphQLObjectType, known: readonly { type: string; id: string }[]): string[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const call = callOf(field, known);
    return call === undefined ? [] : formsOf(field).map((form) => `${call} ${form}`.trim());
  });
}

/** The argument that names a record: `id: "…"` or `by: { id: "…" }`. */
export function idArgument({ args }: Field, id: string): string | undefined {
  const required = args.find(isRequiredArgument);
  if (required?.name === 'id') return `id: "${id}"`;
  return required?.name === 'by' ? `by: { id: "${id}" }` : undefined;
}

function callOf(field: Field, known: readonly { type: string; id: string }[]): string | undefined {
  const required = field.args.filter(isRequiredArgument);
  const isConnection = getNamedType(field.type).name.endsWith('Connection');
  const first = isConnection ? [`first: ${listed}`] : [];
  if (required.length === 0) return isConnection ? `${field.name}(${first})` : field.name;
  const child = known.find(({ type }) => type === field.type.toString());
  const argument = required[0]?.name === 'query' ? 'query: "a"' : child && idArgument(field, child.id);
  return argument && required.length === 1 ? `${field.name}(${[argument, ...first].join(', ')})` : undefined;
}

function formsOf({ type }: Field): string[] {
  const named = getNamedType(type);
  if (isLeafType(named)) return [''];
  if (!isObjectType(named)) return ['{ __typename }'];
  const { nodes, totalCount } = named.getFields();
  if (nodes === undefined) return ofObject(named);
  const node = getNamedType(nodes.type);
  const forms = isObjectType(node) ? ofObject(node) : ['{ __typename }'];
  return [...(totalCount === undefined ? [] : ['{ totalCount }']), ...forms.map((form) => `{ nodes ${form} }`)];
}

function ofObject(type: GraphQLObjectType): string[] {
  const isRecord = type.getInterfaces().some(({ name }) => name === 'Node') || type.name === 'Revision';
  return isRecord ? ['{ restId }', valuesOf(type, 1)] : [valuesOf(type, 1)];
}

/** All values of a type, with those inside of its values. */
function valuesOf(type: GraphQLObjectType, depth: number): string {
  const own = Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    if (field.args.some(isRequiredArgument)) return [];
    if (isLeafType(named)) return [field.name];
    const isPart = isObjectType(named) && named.getInterfaces().length === 0 && !named.name.endsWith('Connection');
    return isPart && depth > 0 ? [`${field.name} ${valuesOf(named, depth - 1)}`] : [];
  });
  return `{ __typename ${own.join(' ')} }`;
}
