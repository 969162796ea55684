import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import { definitionOf } from '../fields/field-definitions.ts';
import type { FieldKind } from '../fields/field-kind.ts';
import { entityOf } from '../fields/type-entity.ts';

/** Most levels of objects inside a record. */
const maxLevels = 3;

export interface SelectionOptions {
  /** Fields that are left out, by their names. */
  readonly without: ReadonlySet<string>;
}

type OutputField = Pick<GraphQLField<unknown, unknown>, 'name' | 'type' | 'args' | 'extensions' | 'deprecationReason'>;

/** The selection of everything that a call returns of a field's type, as text in braces; empty for a scalar. No further call is needed for it. */
export function selectionOf(type: GraphQLOutputType, options: SelectionOptions): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return isLeafType(named) ? '' : '{ __typename }';
  const { nodes, edges } = named.getFields();
  return nodes !== undefined && edges !== undefined ? connection(named, options) : braces(fieldsOf(named, 0, options));
}

/** The nodes of a page, what the list says of them in its edges, and the cursor of the next page. */
function connection(type: GraphQLObjectType, options: SelectionOptions): string {
  const { nodes, edges, pageInfo, ...others } = type.getFields();
  const edgeType = getNamedType(edges?.type);
  const edgeFields = isObjectType(edgeType) ? Object.values(edgeType.getFields()) : [];
  const ofEdge = edgeFields.filter(({ name }) => name !== 'node' && name !== 'cursor');
  const node = nodes === undefined ? '' : selectionOf(nodes.type, options);
  const items =
    ofEdge.length === 0
      ? `nodes ${node}`
      : `edges ${braces([...selected(ofEdge, 1, options, undefined), `node ${node}`])}`;
  const page = pageInfo === undefined ? [] : ['pageInfo { hasNextPage endCursor }'];
  return braces([...selected(Object.values(others), 1, options, undefined), items, ...page]);
}

export function fieldsOf(type: GraphQLObjectType, level: number, options: SelectionOptions): string[] {
  return selected(Object.values(type.getFields()), level, options, type);
}

function selected(
  fields: readonly OutputField[],
  level: number,
  options: SelectionOptions,
  parent: GraphQLObjectType | undefined,
): string[] {
  return fields.flatMap((field) => {
    if (!isSelectable(field) || options.without.has(field.name)) return [];
    const named = getNamedType(field.type);
    const kind = definitionOf(field)?.kind;
    if (kind === undefined) return [];
    if (isIdReturned(kind, named)) return [`${field.name} { ${idField} }`];
    if (kind.valueSource === 'calls') return [];
    if (isLeafType(named)) return [field.name];
    if (isInterfaceType(named) || isUnionType(named) || !isObjectType(named)) return [];
    const inner = innerFields(named, level, options, parent);
    return inner.length === 0 ? [] : [`${field.name} ${braces(inner)}`];
  });
}

/** A tree of records ends with the ids of its second level. */
function innerFields(
  type: GraphQLObjectType,
  level: number,
  options: SelectionOptions,
  parent: GraphQLObjectType | undefined,
): string[] {
  if (type === parent)
    return Object.values(type.getFields()).flatMap(({ name }) => (summaryFields.has(name) ? [name] : []));
  if (level === maxLevels) return [];
  return fieldsOf(type, entityOf(type) === undefined ? level + 1 : Math.max(level + 1, maxLevels - 1), options);
}

const summaryFields: ReadonlySet<string> = new Set(['id', 'title']);

function isSelectable({ deprecationReason, args }: OutputField): boolean {
  return deprecationReason == null && !args.some(isRequiredArgument);
}

/** What a reference tells of its record without a call. */
const idField = 'restId';

/** Whether the call returns the id of the record that a field refers to: in a key, or in the record that the field is on. */
function isIdReturned({ isKeyInParent }: FieldKind, type: GraphQLNamedType): boolean {
  const field = isObjectType(type) ? type.getFields()[idField] : undefined;
  const kind = field && definitionOf(field)?.kind;
  return isKeyInParent ? kind?.valueSource === 'key' : kind?.readsOwner === true;
}

export function braces(fields: readonly string[]): string {
  return `{ ${fields.join(' ')} }`;
}
