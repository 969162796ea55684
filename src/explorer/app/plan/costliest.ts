import { type DocumentNode, type FieldNode, type GraphQLSchema, isObjectType, Kind, type ValueNode } from 'graphql';
import type { Plan, PlannedCall } from '../../../engine/plan/call-tree.ts';
import { fieldNodes, operationIn } from '../links/query-fields.ts';

/** The calls from the start of the plan to its end, at each step with the most calls in it and below it. */
export function costliestPath({ tree }: Plan): PlannedCall[] {
  const path: PlannedCall[] = [];
  let calls = tree;
  while (calls.length > 0) {
    const next = calls.reduce((most, one) => (totalOf(one) > totalOf(most) ? one : most));
    path.push(next);
    calls = next.next;
  }
  return path;
}

/** The number of calls of a plan's part; infinite where no argument bounds them. */
function totalOf({ calls, next }: PlannedCall): number {
  return next.reduce((sum, one) => sum + totalOf(one), calls ?? Number.POSITIVE_INFINITY);
}

/** The `first` of a connection that multiplies calls. */
export interface CostlyArgument {
  /** The connection's name in the query. */
  readonly connection: string;
  readonly first: number;
  /** How many calls each item costs at most. */
  readonly callsPerItem: number;
  /** Offset of the argument's value in the query's text; of the end of the field's name, where the argument is left out. */
  readonly offset: number;
  readonly isLeftOut: boolean;
}

export interface PlannedRequest {
  readonly document: DocumentNode;
  readonly operationName: string | null | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly schema: GraphQLSchema | null | undefined;
}

/** The argument on the costliest path that saves the most calls when it is lowered to 1. Undefined where there is none. */
export function costliestArgument(plan: Plan, request: PlannedRequest): CostlyArgument | undefined {
  const operation = operationIn(request.document, request.operationName);
  const leaf = costliestPath(plan).at(-1);
  if (operation === undefined || leaf === undefined) return undefined;
  const nodes = fieldNodes(request.document, operation, leaf.field) ?? [];
  const names = leaf.field.split('.');
  const all = nodes.slice(0, -1).flatMap((node, i) => {
    const below = callsBelow(plan.tree, `${names.slice(0, i + 1).join('.')}.`);
    return isConnection(node, nodes[i + 1]) ? [costOf(node, below, request)] : [];
  });
  return all
    .filter(({ first, callsPerItem }) => first > 1 && callsPerItem > 0)
    .reduce<CostlyArgument | undefined>(
      (best, one) => (best && savingOf(best) >= savingOf(one) ? best : one),
      undefined,
    );
}

function savingOf({ first, callsPerItem }: CostlyArgument): number {
  return callsPerItem * (first - 1);
}

/** The number of calls for the fields below one; those that nothing bounds count as none. */
function callsBelow(tree: readonly PlannedCall[], prefix: string): number {
  return tree.reduce((sum, { field, calls, next }) => {
    const own = field.startsWith(prefix) ? (calls ?? 0) : 0;
    return sum + own + callsBelow(next, prefix);
  }, 0);
}

function isConnection(node: FieldNode, below: FieldNode | undefined): boolean {
  return firstOf(node) !== undefined || below?.name.value === 'nodes' || below?.name.value === 'edges';
}

function costOf(node: FieldNode, callsBelow: number, request: PlannedRequest): CostlyArgument {
  const argument = firstOf(node);
  const first = (argument && intOf(argument.value, request)) ?? defaultFirst(node.name.value, request.schema);
  return {
    connection: node.name.value,
    first,
    callsPerItem: Math.floor(callsBelow / first),
    offset: (argument ? argument.value.loc?.start : node.name.loc?.end) ?? 0,
    isLeftOut: argument === undefined,
  };
}

function firstOf({ arguments: all }: FieldNode) {
  return all?.find(({ name }) => name.value === 'first');
}

function intOf(value: ValueNode, { document, operationName, variables }: PlannedRequest): number | undefined {
  if (value.kind === Kind.INT) return Number(value.value);
  if (value.kind !== Kind.VARIABLE) return undefined;
  const name = value.name.value;
  const given = variables[name];
  if (typeof given === 'number') return given;
  const definitions = operationIn(document, operationName)?.variableDefinitions ?? [];
  const { defaultValue } = definitions.find(({ variable }) => variable.name.value === name) ?? {};
  return defaultValue?.kind === Kind.INT ? Number(defaultValue.value) : undefined;
}

/** The default of `first`, which is the same for all connections of one name; 1 where the schema does not tell. */
function defaultFirst(field: string, schema: GraphQLSchema | null | undefined): number {
  for (const type of Object.values(schema?.getTypeMap() ?? {})) {
    if (!isObjectType(type)) continue;
    const value = type.getFields()[field]?.args.find(({ name }) => name === 'first')?.defaultValue;
    if (typeof value === 'number') return value;
  }
  return 1;
}
